"""How the judge schedules cells, by hosts that answer without a process."""

import unittest

import judge
from batch import Batch
from suite import Plan
from channel import TIMEOUT, Ending, Limits


class LateHost:
    """Every plan takes too long."""

    def preload(self, modules):
        pass

    def answer_cells(self, program, plans, seconds, limits):
        return Answered([], Ending(TIMEOUT))


class GivingUp(unittest.TestCase):
    def verdicts(self, *codes):
        found = judge.Judge(LateHost())
        suite = {"entryPoint": "f", "tests": [{"kind": "assertion", "code": code} for code in codes]}
        run = judge.ProgramRun.run_together
        judge.ProgramRun.run_together = lambda self, test: judge.Cell("pass")
        try:
            job = {"suite": "s", "code": "", "timeoutMs": 100, "memoryMib": 64, "giveUpAfterTimeouts": 2}
            return found.answer({"job": job, "suite": suite})["ok"]["verdicts"]
        finally:
            judge.ProgramRun.run_together = run

    def test_only_timeouts_of_tests_in_front_count(self):
        loops = ["assert f(1) == 1", "f(2)"]
        alone = "assert all(f(i) for i in range(3))"
        self.assertEqual(self.verdicts(alone, *loops), ["pass", "timeout", "timeout"])
        self.assertEqual(self.verdicts(*loops, alone), ["timeout", "timeout", "not-run"])
        # Tests that share a plan share its one run.
        self.assertEqual(self.verdicts("f(1)", "assert f(1)", alone), ["timeout", "timeout", "pass"])


class LoadingAhead(unittest.TestCase):
    def test_nothing_for_programs_that_may_give_its_name_to_another_module(self):
        host = LateHost()
        host.preload = lambda modules: loaded.append(sorted(modules))
        suite = {"entryPoint": "f", "tests": [{"kind": "assertion", "code": "import pandas\nassert f(1)"}]}
        for first in ("", "import sys\nsys.meta_path.insert(0, Own())", "import sys\nsys.path.insert(0, '/tmp')"):
            loaded = []
            job = {"suite": "s", "code": first + "\nimport numpy", "timeoutMs": 100, "memoryMib": 64}
            judge.Judge(host).answer({"job": job, "suite": suite})
            self.assertEqual(loaded, [[] if first else ["numpy", "pandas"]])


class Answered:
    began = True

    def __init__(self, answers, ending):
        self.answers, self.ending, self.left = answers, ending, False


class Sharing(unittest.TestCase):
    """A batch by a program that is a function of (cells that its process answered before, cell)."""

    seconds = None

    def reports(self, program, count=6, **limits):
        self.processes, self.later = [], []

        def answer(indexes, seconds, later):
            if self.seconds is not None:
                self.seconds.append(seconds)
            self.processes.append(list(indexes))
            self.later.append(later)
            answers = []
            for index in indexes:
                found = program(list(indexes[: len(answers)]), index)
                if isinstance(found, Ending):
                    return Answered(answers, found)
                answers.append(found)
            return Answered(answers, Ending("exited"))

        plans = [Plan(1, b"%d" % index, b"") for index in range(count)]
        job = {"timeoutMs": 100, "memoryMib": 64, **limits}
        found = Batch(answer, plans, Limits(job), False).run()
        return ["died" if isinstance(report, Ending) and report.kind == "exited" else report for report in found]

    def test_one_process_answers_all_and_some_again(self):
        self.assertEqual(self.reports(lambda before, index: b"%d" % index), [b"%d" % index for index in range(6)])
        self.assertEqual(self.processes[0][:7], [*range(6), 0])
        self.assertEqual(len(set(self.processes[0][6:])), 3)

    def test_a_second_process_is_drawn(self):
        drawn = 0
        for _ in range(100):
            self.reports(lambda before, index: b"%d" % index)
            drawn += len(self.processes) == 2 and self.processes[1][0] == 5
        self.assertGreater(drawn, 0)
        self.assertLess(drawn, 50)

    def test_a_program_that_remembers_gets_a_process_per_cell(self):
        answers = self.reports(lambda before, index: b"%d" % len(before))
        self.assertEqual(answers, [b"0"] * 6)

    def test_a_cell_that_ends_a_shared_process_is_decided_by_its_own(self):
        def dies_behind_others(before, index):
            return Ending("exited", 1) if index == 3 and before else b"%d" % index

        self.assertEqual(self.reports(dies_behind_others)[3], b"3")
        self.assertEqual(self.reports(lambda before, index: Ending("exited", 1) if index == 3 else b"x")[3], "died")
        self.assertEqual(self.reports(lambda before, index: b"o" if before and index == 3 else b"x")[3], b"x")
        self.assertEqual(self.reports(lambda before, index: Ending(TIMEOUT) if before and index == 3 else b"x")[3], b"x")

    def test_a_first_cell_has_its_whole_limit(self):
        self.seconds = []

        def slow(before, index):
            return b"x" if self.seconds[-1] >= 0.1 or index else Ending(TIMEOUT)

        self.assertEqual(self.reports(slow), [b"x"] * 6)

    def test_two_timeouts_cost_the_whole_limit_and_others_a_twentieth(self):
        self.seconds = []
        self.assertEqual([each.kind for each in self.reports(lambda before, index: Ending(TIMEOUT))], [TIMEOUT] * 6)
        self.assertEqual([round(each, 3) for each in self.seconds], [0.1] * 2 + [0.005] * 4)

    def test_cells_behind_others_have_a_tenth_and_twice_that_once_one_was_slow(self):
        slow = self.reports(lambda before, index: Ending(TIMEOUT) if index == 2 and before else b"x")
        self.assertEqual(slow, [b"x"] * 6)
        self.assertEqual([round(each, 3) for each in self.later[:3]], [0.01, 0.01, 0.02])

    def test_somebody_elses_kill_says_nothing(self):
        kills = [Ending("signalled", 9)]
        self.assertEqual(self.reports(lambda before, index: kills.pop() if kills else b"x"), [b"x"] * 6)
