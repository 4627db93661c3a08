import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "..", "..", "..", "bench", "shared-or-alone.py")
BLIND = """
import runpy, sys
sys.path.insert(0, %r)
import safety
safety.containment = lambda *codes: True
sys.argv = [%r, "60", "1"]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def figures_of(arguments):
    command = [sys.executable, "-I", "-S", "-B", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    *differences, last = done.stdout.strip().split("\n")
    return differences, json.loads(last)


@unittest.skipIf(sys.version_info < (3, 10), "the grammar has match statements")
@unittest.skipUnless(sys.platform == "linux", "the runner needs Linux")
class SharedOrAlone(unittest.TestCase):
    def test_500_generated_programs_answer_alike_in_a_shared_process_and_in_one_for_every_cell(self):
        differences, figures = figures_of([SCRIPT, "500", "1"])
        self.assertEqual(differences, [])
        self.assertGreater(figures["shared"], figures["programs"] / 2)

    def test_without_the_source_check_they_would_not(self):
        differences, figures = figures_of(["-c", BLIND % (os.environ["RUNNER"], os.path.normpath(SCRIPT))])
        self.assertGreater(figures["different"], 0)
        self.assertEqual(len(differences), figures["different"])


if __name__ == "__main__":
    unittest.main()
