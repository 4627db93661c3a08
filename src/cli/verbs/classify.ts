import type { ClassifiedFailures } from '../../app/classify-failures.ts';
import type { ClassifySettings } from '../../app/settings/verb-settings.ts';
import { classifySettings } from '../../app/settings/verb-settings.ts';
import { table } from '../../reporters/columns.ts';
import { percent, shareText } from '../../reporters/figures.ts';
import type { BugDistribution } from '../../taxonomy/bug-classifier.ts';
import { useVerb } from '../verb.ts';

type Rules = Pick<typeof import('../../app/classify-failures.ts'), 'isUndecided' | 'kindsThatHold'>;

function distributionTable(sets: readonly { readonly title: string; readonly of: BugDistribution }[]): string {
  const rows = (sets[0]?.of.kinds ?? []).flatMap((kind, at) => {
    const cells = sets.map(({ of }) => shareText(of.kinds[at]?.count ?? 0, of.failures));
    const subs = kind.subKinds.map(({ name }, place) => {
      return ['', `  ${name}`, ...sets.map(({ of }) => String(of.kinds[at]?.subKinds[place]?.count ?? 0))];
    });
    return [[String(kind.label), kind.name, ...cells], ...subs];
  });
  const undecided = ['', 'undecided', ...sets.map(({ of }) => shareText(of.undecided, of.failures))];
  return table([['', 'kind', ...sets.map(({ title }) => title)], ...rows, undecided]);
}

function failureText(failure: ClassifiedFailures['failures'][number], { isUndecided, kindsThatHold }: Rules): string {
  const { id, labels, evidence } = failure;
  const [first, second] = labels;
  const held = kindsThatHold(failure);
  if (held.length === 0) {
    const hint = evidence.length > 0 && first && second ? `; nearest ${first.name}, then ${second.name}` : '';
    return `${id}: undecided, since too little speaks for one kind more than for the others${hint}\n`;
  }
  const named = (isUndecided(failure) || held.length > 1 ? held : [first, second]).map((ranked) =>
    ranked ? `${ranked.name} ${(100 * ranked.score).toFixed(0)} %${ranked.subKind ? ` (${ranked.subKind})` : ''}` : '',
  );
  const seen = evidence.filter((one) => held.some(({ label }) => label === one.label)).slice(0, 3);
  const lines = seen.map(({ text }) => `    ${text}\n`);
  return `${id}: ${named.join(held.length > 1 ? ' and ' : '; ')}\n${lines.join('')}`;
}

function classificationText(found: ClassifiedFailures, settings: ClassifySettings, rules: Rules): string {
  const { failures, distribution, against, agreement } = found;
  const sets = [{ title: settings.failures ?? settings.run ?? '', of: distribution }];
  if (against) sets.push({ title: settings.against ?? '', of: against });
  const texts = failures.map((failure) => failureText(failure, rules));
  const parts = [...texts, `\nfirst label of each failure\n${distributionTable(sets)}`];
  if (agreement) {
    const { n, top1, top2, kappa, decided } = agreement;
    parts.push(
      `\nagreement with the given labels, ${n} failures: first guess ${percent(top1)}, within two ${percent(top2)}, kappa ${kappa === null ? 'undefined' : kappa.toFixed(2)}\n`,
      `decided: ${shareText(decided.n, n)}, of which ${percent(decided.right)} right\n`,
    );
  }
  return parts.join('');
}

export const classifyVerb = useVerb({
  name: 'classify',
  summary: 'Rank the kinds of bug in failed programs, with evidence',
  settings: classifySettings,
  examples: [
    'mutagree classify --failures failures.jsonl --references prompts.jsonl --gold',
    'mutagree classify --run runs/study --json',
  ],
  use: async () => (await import('../../app/classify-failures.ts')).classify,
  text: async (found, settings) => classificationText(found, settings, await import('../../app/classify-failures.ts')),
});
