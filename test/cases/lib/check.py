"""check.py RESULTS EXPECT: compares `passed` of each line with what was expected of it."""
import json, sys

rows = [json.loads(line) for line in open(sys.argv[1])]
wanted = [line.rstrip("\n").split("\t") for line in open(sys.argv[2]) if line.strip()]
bad = 0 if len(rows) == len(wanted) else 1
for row, (name, expected) in zip(rows, wanted):
    got = {True: "pass", False: "fail", None: "not-counted"}[row.get("passed")]
    bad += got != expected
    print(f"{'  ' if got == expected else '! '}{name}: expected {expected}, got {got}")
print("RESULT:", "fault" if bad else "ok")
sys.exit(1 if bad else 0)
