import marshal
import os
import subprocess
import sys
import unittest

RUNNER = os.environ["RUNNER"]

# What a zygote of programs has loaded, and what a process that it forks, and one forked from that, draw.
ZYGOTE = """
import sys
sys.path.insert(0, %r)
import fork_hooks, os, pickle, zygote, candidate, random, warm_up
for name in warm_up.COMMON_MODULES:
    __import__(name)
def drawn(before=lambda: None):
    reader, writer = os.pipe()
    if os.fork() == 0:
        before()
        pid = os.fork()
        if pid == 0:
            os.write(writer, pickle.dumps(random.random()))
            os._exit(0)
        os.waitpid(pid, 0)
        os._exit(0)
    os.close(writer)
    return pickle.loads(os.read(reader, 100))
random.seed(5)
expected = random.random()
random.seed(5)
print((expected, "threading" in sys.modules, drawn(), drawn(fork_hooks.give_back)))
""" % RUNNER

DRAWS = {
    "random": "import random\ndef f(x): return random.random()",
    "a star import": "from random import *\ndef f(x): return random()",
    "a name of it": "from random import choice as pick\ndef f(x): return [pick(range(1000)) for _ in range(3)]",
    "statistics": "import statistics\ndef f(x): return statistics.NormalDist(0, 1).samples(2)",
    "a class": "import random\nclass A:\n    def draw(self): return random.randint(1, 10**9)\ndef f(x): return A().draw()",
}


class ForkHooks(unittest.TestCase):
    def test_a_forked_process_keeps_the_state_and_what_it_forks_does_not(self):
        command = [sys.executable, "-s", "-S", "-B", "-c", ZYGOTE]
        expected, has_threads, kept, new = eval(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        self.assertFalse(has_threads)
        self.assertEqual(kept, expected)
        self.assertNotEqual(new, expected)


class Draws(unittest.TestCase):
    def test_every_cell_that_draws_starts_from_the_same_state(self):
        sys.path.insert(0, RUNNER)
        from cell import LoadedProgram, answer_plan

        plan = marshal.dumps(("", ("f(1)",), (), ()))
        for name, code in DRAWS.items():
            with self.subTest(name):
                loaded = LoadedProgram((code, ""))
                outcomes = {answer_plan(loaded, plan) for _ in range(3)}
                self.assertEqual(len(outcomes), 1)
                self.assertEqual(outcomes, {answer_plan(LoadedProgram((code, "")), plan)})
                self.assertEqual(outcomes.pop()[:1], b"v")


if __name__ == "__main__":
    unittest.main()
