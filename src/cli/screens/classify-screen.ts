import { type ClassifySettings, classify, isUndecided, kindsThatHold } from '../../app/classify-failures.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import type { BugDistribution } from '../../taxonomy/bug-distribution.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

const share = (count: number, of: number) => `${count}/${of} (${((100 * count) / Math.max(1, of)).toFixed(1)} %)`;

/** Kinds and sub-kinds with counts, one column per set of failures. */
function distributionTable(sets: readonly { readonly title: string; readonly of: BugDistribution }[]): string {
  const [first] = sets;
  const rows = (first?.of.kinds ?? []).flatMap((kind, at) => {
    const cells = sets.map(({ of }) => share(of.kinds[at]?.count ?? 0, of.failures));
    const subs = kind.subKinds.map((sub, place) => [
      '',
      `  ${sub.name}`,
      ...sets.map(({ of }) => String(of.kinds[at]?.subKinds[place]?.count ?? 0)),
    ]);
    return [[String(kind.label), kind.name, ...cells], ...subs];
  });
  const undecided = ['', 'undecided', ...sets.map(({ of }) => share(of.undecided, of.failures))];
  return table([['', 'kind', ...sets.map(({ title }) => title)], ...rows, undecided]);
}

/** `mutagree classify`: ranked bug kinds of failed programs, with evidence. */
export async function classifyScreen(
  { json, ...settings }: ClassifySettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const document = await classify(settings, listen(io).use);
  if (json) {
    printJson(io, document);
    return EXIT.done;
  }
  const { failures: results, distribution, against, agreement } = document;
  for (const result of results) {
    const { id, labels, evidence } = result;
    const [first, second] = labels;
    const held = kindsThatHold(result);
    const named = (isUndecided(result) || held.length > 1 ? held : [first, second]).map((ranked) =>
      ranked
        ? `${ranked.name} ${(100 * ranked.score).toFixed(0)} %${ranked.subKind ? ` (${ranked.subKind})` : ''}`
        : '',
    );
    if (held.length === 0) {
      const hint = evidence.length > 0 && first && second ? `; nearest ${first.name}, then ${second.name}` : '';
      io.stdout(`${id}: undecided, since too little speaks for one kind more than for the others${hint}\n`);
      continue;
    }
    io.stdout(`${id}: ${named.join(held.length > 1 ? ' and ' : '; ')}\n`);
    for (const { text } of evidence.filter((one) => held.some(({ label }) => label === one.label)).slice(0, 3))
      io.stdout(`    ${text}\n`);
  }
  const source = settings.failures ?? (settings.run as string);
  const sets = [{ title: source, of: distribution }];
  if (against) sets.push({ title: settings.against as string, of: against });
  io.stdout(`\nfirst label of each failure\n${distributionTable(sets)}`);
  if (agreement) {
    const { n, top1, top2, kappa, decided } = agreement;
    io.stdout(
      `\nagreement with the given labels, ${n} failures: first guess ${(100 * top1).toFixed(1)} %, within two ${(100 * top2).toFixed(1)} %, kappa ${kappa === null ? 'undefined' : kappa.toFixed(2)}\n`,
    );
    io.stdout(`decided: ${share(decided.n, n)}, of which ${(100 * decided.right).toFixed(1)} % right\n`);
  }
  return EXIT.done;
}
