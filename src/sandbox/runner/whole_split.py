"""A program and its official test module in two processes: the tests' one is forked before the program's text is run.

The first process becomes the program's, so that the sandbox's limits of CPU time, memory and waiting are the program's;
its child holds the way to the judge, of which the program's keeps no descriptor, and reads the tests from there: they never
were in the program's process. The child is closed to the system calls by which one process looks into another. Frames to the judge are those of ``whole_module``, and
``("shared", "", "", why)`` where something of the tests' own cannot cross.
"""

import os
import random
import resource
import socket
import sys

import seccomp
from channel import ChannelClosed, PipeChannel
from codec import CodecError, decode, encode
from split_names import bind_names
from split_program import serve_program
from split_rules import free_names  # noqa: F401  (loaded before anything is confined)
from split_tester import NeedsSharing, Patches, Peer, remote_exec
from split_values import FrameExtensions

MOST_DESCRIPTORS = 4096


def run_split(program, channel, tools):
    """Before the request of ``whole_module`` has been received; ``tools`` is that module. Never returns."""
    ours, theirs = socket.socketpair()
    gate, opened = os.pipe()
    extensions = FrameExtensions()
    if os.fork():
        program_process(program, ours, gate, opened, extensions, tools)
    seccomp.hide()
    ours.close()
    os.close(gate)
    os.write(opened, b"+")
    os.close(opened)
    own = PipeChannel(theirs.fileno(), theirs.fileno(), os.read, os.write)
    run_tests(program, channel, own, decode(channel.receive()), extensions, tools)
    os._exit(0)


def program_process(program, ours, gate, opened, extensions, tools):
    os.close(opened)
    # Nothing of the program's runs before the tests' process is closed to it.
    ready = os.read(gate, 1)
    kept = os.dup2(ours.fileno(), 3, inheritable=False)
    os.closerange(4, MOST_DESCRIPTORS)
    if ready == b"+":
        serve_program(program, PipeChannel(kept, kept, os.read, os.write), extensions, tools.new_module)
    os._exit(0)


def run_tests(program, channel, own, request, extensions, tools):
    form, source, key, seconds, given = request
    soft = int(seconds) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 1))
    report = tools.Report(channel)
    random.seed(0)
    try:
        count = FORMS[form](program, (source, given), Peer(own, extensions, source), report, tools)
    except NeedsSharing as reason:
        channel.send(encode(("shared", "", "", str(reason)[: tools.TEXT_LENGTH])))
    except MemoryError:
        report.failed(tools.MEMORY, "", "the program ran out of memory")
    except ChannelClosed:
        # The program's process ended; the judge learns how.
        pass
    except CodecError as problem:
        report.failed(tools.ERROR, "", "the program's answer cannot be read: %s" % str(problem)[: tools.TEXT_LENGTH])
    except BaseException as error:
        report.failed(tools.ERROR, "", tools.describe(error))
    else:
        channel.send(encode(("done", key) + count))


def run_unittest(program, tests, peer, report, tools):
    import unittest

    source, given = tests
    module = tools.new_module()
    peer.ask("load")
    bind_names(module, peer, program, source, given)
    Patches(peer)
    exec(compile(source, tools.MODULE_NAME + "_cases.py", "exec", dont_inherit=True), module.__dict__)
    sys.modules[tools.MODULE_NAME] = module
    result = Strict(unittest, report, tools, source).result
    loader = unittest.TestLoader()
    for kind in tools.test_classes(unittest, source, module.__dict__):
        loader.loadTestsFromTestCase(kind).run(result)
    return result.testsRun, len(result.skipped)


class Strict:
    """unittest's result, but that an end of the program's process, or of the crossing, ends the run."""

    def __init__(self, unittest, report, tools, source):
        self.result = result = tools.make_result(unittest, report, may_skip="skiptest" in source.lower())
        add_error = result.addError

        def adding(test, problem):
            if isinstance(problem[1], (NeedsSharing, ChannelClosed, CodecError)):
                raise problem[1]
            add_error(test, problem)

        result.addError = adding


def run_script(program, tests, peer, report, tools):
    source, _ = tests
    module = sys.modules[tools.MODULE_NAME] = tools.new_module()
    module.solution = program[0]
    module.exec = remote_exec(peer, source)
    try:
        exec(compile(source, tools.MODULE_NAME + ".py", "exec", dont_inherit=True), module.__dict__)
    except AssertionError as error:
        report.failed(tools.FAIL, "", tools.describe(error))
    return 1, 0


FORMS = {"unittest": run_unittest, "script": run_script}
