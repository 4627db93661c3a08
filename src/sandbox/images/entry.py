"""The first process of a container: starts the runner, and ends with whoever started the container.

Nothing is read here. When the other end of standard input is gone, this process ends, and as it is the first of its
process namespace the kernel ends all others at once, whatever they are doing. The argument is the runner's settings;
where this image keeps its packages is filled in.
"""

import json
import os
import select
import site
import sys

RUNNER = "/runner"
sys.path.insert(0, RUNNER)

import seccomp  # noqa: E402
from identity import become  # noqa: E402


def runner_command(settings):
    if "repository" in settings:
        # Tests of a repository run as its users run them: with all packages of the image.
        return [sys.executable, "-s", "-B", RUNNER + "/repository_main.py", json.dumps(settings["repository"])]
    settings["packages"] = [folder for folder in site.getsitepackages() if os.path.isdir(folder)]
    return [sys.executable, "-I", "-S", "-B", RUNNER + "/main.py", json.dumps(settings)]


def main():
    poller = select.poll()
    poller.register(0, 0)
    settings = json.loads(sys.argv[1])
    runner = os.fork()
    if runner == 0:
        os.execv(sys.executable, runner_command(settings))
    become(settings.get("judgeUid"))
    # Where a container has one user, programs run as the same one as this process.
    seccomp.hide()
    while not poller.poll(200):
        pid = runner
        while pid:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == runner:
                os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))


main()
