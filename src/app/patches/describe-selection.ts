import { plural } from '../../core/plural.ts';
import type { PatchGroup, PatchSelection } from '../../records/patch-selection.ts';
import type { PatchedTree } from './apply-patch.ts';
import type { judgePatches, PatchQuestion } from './judge-patches.ts';

type JudgedPatches = Awaited<ReturnType<typeof judgePatches>>;

const LONGEST_REASON = 300;

/** The exception of a pytest traceback; for other text, its first line. */
function shortReason(detail: string): string {
  const lines = detail.split('\n');
  const raised = lines.filter((line) => /^E\s/.test(line)).at(-1);
  return (raised?.replace(/^E\s+/, '') ?? lines[0] ?? '').slice(0, LONGEST_REASON);
}

function notesOf({ trees, settings }: PatchQuestion, judged: JudgedPatches): string[] {
  const { regressions, kept, nodes, useless, ranking } = judged;
  const { broken, flaky, failing, passing } = regressions;
  const fewest = Math.min(...kept.map(({ id }) => broken.get(id)?.size ?? 0));
  const notes: string[] = [];
  if (trees.length === 0) notes.push('no patch can be applied');
  else if (nodes.length === 0) notes.push('there is no test for the issue: votes decide');
  else if (ranking.rule === 'votes') notes.push('no patch passes any test: votes decide');
  if (kept.length > 0 && fewest > 0) {
    notes.push(`every patch breaks a regression test: those that break ${fewest} are in`);
  }
  if (flaky.length > 0) notes.push(`flaky before any patch, left out: ${flaky.join(', ')}`);
  if (failing.length > 0) {
    notes.push(`failing before any patch, left out: ${plural(failing.length, 'regression test')}`);
  }
  if (settings.regression.length > 0 && passing.length === 0) {
    notes.push('no regression test passes on the tree as it is, so that none is checked');
  }
  for (const [file, detail] of useless) notes.push(`${file} fails on every tree: ${shortReason(detail)}`);
  return notes;
}

/** @param row of the ranking; null for a tree that is out */
function groupOf(tree: PatchedTree, row: number | null, judged: JudgedPatches): PatchGroup {
  const { regressions, nodes, rows, ranking } = judged;
  const verdicts = nodes.flatMap(({ node }) => (row === null ? [] : (rows[row]?.get(node) ?? [])));
  const breaks = [...(regressions.broken.get(tree.id) ?? [])];
  return {
    id: tree.id,
    names: tree.patches.map(({ name }) => name),
    votes: tree.patches.length,
    paths: [...tree.files.keys()],
    rank: row === null ? null : (ranking.ranks.get(row)?.rank ?? null),
    passed: verdicts.filter(({ verdict }) => verdict === 'pass').length,
    breaks: Object.fromEntries(breaks.map(([node, detail]) => [node, shortReason(detail ?? '')])),
    out: row === null,
    verdicts: verdicts.map(({ verdict }) => verdict),
    details: verdicts.map(({ detail }) => (detail === null ? null : shortReason(detail))),
  };
}

/** The outcome of a choice: all patches in the order of the ranking, then those that are out, the fewest broken tests first. */
export function describeSelection(question: PatchQuestion, judged: JudgedPatches): Omit<PatchSelection, 'applied'> {
  const { kept, rows, nodes, before, ranking, regressions } = judged;
  const { root, refused, trees } = question;
  const { order, rule, confidence, runnerUp } = ranking;
  const [first = -1] = order;
  const pick = kept[first];
  const other = runnerUp && kept[runnerUp.row];
  const test = nodes[runnerUp?.column ?? -1]?.node;
  const broken = ({ breaks }: PatchGroup) => Object.keys(breaks).length;
  const out = trees.filter((tree) => !kept.includes(tree)).map((tree) => groupOf(tree, null, judged));
  const passedByPick = rows[first]?.get(test ?? '')?.verdict === 'pass';
  return {
    root,
    picked: pick?.patches[0]
      ? { id: pick.id, name: pick.patches[0].name, votes: pick.patches.length, diff: pick.patches[0].diff.toString() }
      : null,
    rule,
    confidence,
    runnerUp:
      other && test !== undefined ? { id: other.id, name: other.patches[0]?.name ?? '', test, passedByPick } : null,
    groups: [
      ...order.map((row) => groupOf(kept[row] as PatchedTree, row, judged)),
      ...out.sort((a, b) => broken(a) - broken(b) || b.votes - a.votes),
    ],
    refused,
    tests: nodes.map(({ node, source }) => ({ node, source, before: before.get(node)?.verdict ?? 'not-run' })),
    regression: { passing: regressions.passing.length, flaky: regressions.flaky, failing: regressions.failing },
    notes: notesOf(question, judged),
  };
}
