"""What a candidate's process reported, checked field by field: any program could have written it."""

from repository_pytest import holds

OUTCOMES = frozenset(("pass", "fail", "error", "skip", "not-run"))
VERDICTS = frozenset(("pass", "fail", "error", "timeout"))
LONGEST_TEXT = 4000
LONGEST_JUNIT = 8 * 1024 * 1024
LONGEST_NODE = 2000
MOST_NODES = 20_000
MOST_PROBLEMS = 100
#: Of an id: a file, classes and a function.
MOST_PARTS = 20


def _texts(value, allowed=None):
    return isinstance(value, dict) and all(
        isinstance(text, str) and (allowed is None or text in allowed) for text in value.values()
    )


def official_report(ending, sentinel):
    """The one frame of a finished run of pytest; None where there is none in its form."""
    report = ending.frames[0] if len(ending.frames) == 1 else None
    if ending.killed or ending.status != 0 or report is None or report.get("sentinel") != sentinel:
        return None
    fits = (
        type(report.get("exit")) is int
        and type(report.get("sentinelFailed")) is bool
        and isinstance(report.get("junit"), str)
        and len(report["junit"]) <= LONGEST_JUNIT
        and (report.get("changed") is None or isinstance(report["changed"], str))
        and _texts(report.get("outcomes"), OUTCOMES)
        and _texts(report.get("messages"))
        and isinstance(report.get("problems"), list)
        and all(isinstance(problem, str) for problem in report["problems"])
        and max(len(report["outcomes"]), len(report["messages"])) <= MOST_NODES
        and all(len(node) <= LONGEST_NODE for node in (*report["outcomes"], *report["messages"]))
    )
    if not fits:
        return None
    # Every text that a program could write ends somewhere: it is told once for each test.
    return {
        **report,
        "changed": report["changed"] and report["changed"][:LONGEST_TEXT],
        "messages": {node: text[-LONGEST_TEXT:] for node, text in report["messages"].items()},
        "problems": [problem[:LONGEST_TEXT] for problem in report["problems"][:MOST_PROBLEMS]],
    }


def generated_frames(ending, nonce, count):
    """(why the module is broken or None, [(index, verdict, detail)]) of the frames that have their form."""
    broken, cells = None, []
    for frame in ending.frames:
        if frame.get("nonce") != nonce:
            continue
        if isinstance(frame.get("broken"), str):
            broken = broken or frame["broken"][:LONGEST_TEXT]
        index, verdict, detail = frame.get("index"), frame.get("verdict"), frame.get("detail")
        in_range = type(index) is int and 0 <= index < count
        if in_range and type(verdict) is str and verdict in VERDICTS and (detail is None or isinstance(detail, str)):
            cells.append((index, verdict, detail and detail[:LONGEST_TEXT]))
    return broken, cells


def _asked(node, specs):
    """Whether the item or something that it lies in is listed (see ``holds``)."""
    parts = node.partition("[")[0].split("::", MOST_PARTS)
    return node in specs or any("::".join(parts[:end]) in specs for end in range(1, len(parts) + 1))


def everywhere(job, verdict, detail, **more):
    """The same verdict for every test."""
    count = len(job["nodes"] if job["op"] == "official" else job["tests"])
    return {"verdicts": [verdict] * count, "details": [detail] * count, **more}


def ended_early(job, ending):
    if ending.killed:
        limit = "%d ms" % job["limitMs"] if ending.killed == "timeout" else "%d MiB" % job["memoryMib"]
        return everywhere(job, ending.killed, "more than %s" % limit)
    return everywhere(job, "error", ending.last_words)


def official_answer(job, ending, report):
    """Verdicts of listed tests from what the candidate's process reported (see ``official_report``) and how it ended."""
    if report is None:
        return {**ended_early(job, ending), "passed": 0, "ran": 0}
    messages = report["messages"]
    # What nobody asked for counts as nothing.
    specs = set(job["nodes"])
    outcomes = {node: each for node, each in report["outcomes"].items() if _asked(node, specs)}
    if report["problems"] or report["exit"] not in (0, 1, 5):
        # A conftest that cannot be imported is told on the screen alone.
        lines = [line[1:].strip() for line in ending.output.splitlines() if line.startswith("E  ")]
        lines += [line for line in ending.output.splitlines() if line.startswith("ERROR")]
        why = (report["problems"] or lines or ["pytest ended with exit code %d" % report["exit"]])[0][:LONGEST_TEXT]
        return everywhere(job, "error", why, problem="collection-error", passed=0, ran=0, junit=report["junit"])
    if report["changed"] is not None or not report["sentinelFailed"] or report["exit"] != 1:
        what = ": %s" % report["changed"] if report["changed"] else ""
        return everywhere(job, "error", "the program changed how tests are judged" + what, passed=0, ran=0)
    verdicts, details = [], []
    for spec in job["nodes"]:
        mine = {node: outcome for node, outcome in outcomes.items() if holds(spec, node)}
        wrong = next((node for node, outcome in mine.items() if outcome in ("fail", "error")), None)
        if wrong is not None:
            verdicts.append(mine[wrong])
            details.append(messages.get(wrong))
        elif "pass" in mine.values():
            verdicts.append("pass")
            details.append(None)
        else:
            verdicts.append("error")
            details.append("skipped" if mine else "pytest does not find this test")
    passed = sum(outcome == "pass" for outcome in outcomes.values())
    return {
        "verdicts": verdicts,
        "details": details,
        "passed": passed,
        "ran": sum(outcome in ("pass", "fail", "error") for outcome in outcomes.values()),
        "junit": report["junit"],
        "sentinel": report["sentinel"],
    }


def generated_answer(job, ending, nonce):
    """Verdicts of generated tests; those that were not reported share the fate of their process."""
    broken, cells = generated_frames(ending, nonce, len(job["tests"]))
    if broken is not None:
        return everywhere(job, "error", broken, problem="import-error")
    answer = ended_early(job, ending)
    for index, verdict, detail in cells:
        answer["verdicts"][index], answer["details"][index] = verdict, detail
    return answer
