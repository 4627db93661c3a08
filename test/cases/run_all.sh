#!/usr/bin/env bash
# Runs every case once on the build that MG names: MG=dist/src/cli/main.js bash test/cases/run_all.sh
MG=$(realpath "${MG:?the path of dist/src/cli/main.js}")
export MG
cd "$(dirname "$0")" || exit 2
failed=0
for folder in [0-9][0-9]-*/; do
  work=$(mktemp -d)
  cp "$folder"/* "$work"
  node "$MG" evaluate --dataset "$work/tasks.jsonl" --samples "$work/samples.jsonl" --extract --details --fresh >/dev/null 2>&1
  python3 lib/check.py "$work/samples.jsonl_results.jsonl" "$work/expect.txt" >"$work/out" || failed=1
  printf '%s\t%s\n' "${folder%/}" "$(tail -1 "$work/out")"
  grep '^!' "$work/out"
  rm -rf "$work"
done
exit $failed
