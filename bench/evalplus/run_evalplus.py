"""EvalPlus's own evaluator on a part of its tasks: it refuses a file that lacks some, and that check alone is left out.

python run_evalplus.py SAMPLES.jsonl WORKERS [details]  (the task file in HUMANEVAL_OVERRIDE_PATH)
"""

import functools
import sys

from evalplus import evaluate

evaluate.get_human_eval_plus = functools.partial(evaluate.get_human_eval_plus, err_incomplete=False)
evaluate.evaluate("humaneval", sys.argv[1], parallel=int(sys.argv[2]), test_details="details" in sys.argv[3:])
