import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { withLimit } from '../../model/with-limit.ts';
import { withRetry } from '../../model/with-retry.ts';
import { packageRoot } from '../../package-root.ts';
import type { BugClassifier, Classification } from '../../taxonomy/bug-classifier.ts';
import { type BugDistribution, bugDistribution } from '../../taxonomy/bug-distribution.ts';
import { fittedClassifier } from '../../taxonomy/fitted-classifier.ts';
import { goldAgreement } from '../../taxonomy/gold-agreement.ts';
import { modelJudge } from '../../taxonomy/model-judge.ts';
import { openEndpoint } from '../build-model.ts';
import { type Io, printJson } from '../io.ts';
import { type JudgedFailure, readFailures, readRunFailures } from '../read-failures.ts';
import { table } from '../table.ts';

export interface ClassifyFlags {
  readonly failures?: string;
  readonly run?: string;
  readonly references?: string;
  readonly gold?: true;
  readonly against?: string;
  readonly judge: 'rules' | 'model';
  readonly examples?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** Of a call to the judging model. */
const RETRIES = 4;

const modelSchema = z.object({
  bias: z.array(z.number()).length(14),
  weights: z.record(z.string(), z.array(z.number()).length(14)),
});

/** The classifier that comes with mutagree. */
function bundledClassifier(): BugClassifier {
  const file = join(packageRoot(), 'data', 'taxonomy', 'bug-classifier.json');
  return fittedClassifier(modelSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
}

async function classifierOf(flags: ClassifyFlags, io: Io): Promise<BugClassifier> {
  const rules = bundledClassifier();
  if (flags.judge === 'rules') return rules;
  if (flags.model === undefined) {
    throw new ConfigError('model-missing', '--judge model needs a model', { mend: 'Name one with --model.' });
  }
  const labelled = flags.examples === undefined ? [] : await readFailures(flags.examples, { gold: true });
  const examples = labelled.flatMap(({ failure, gold }) => (gold ? [{ failure, label: gold.label }] : []));
  const { baseUrl } = flags;
  const endpoint = await openEndpoint(flags.model, { offline: false, ...(baseUrl ? { baseUrl } : {}) }, io);
  return modelJudge(withRetry(withLimit(endpoint, 1), { retries: RETRIES }), examples, rules);
}

/** A file of failures, or a run directory. */
async function failuresAt(path: string, flags: ClassifyFlags): Promise<JudgedFailure[]> {
  const { references, gold } = flags;
  return readFailures(path, { ...(references ? { references } : {}), gold: gold ?? false });
}

async function classifyAll(failures: readonly JudgedFailure[], classifier: BugClassifier, io: Io) {
  const results: Classification[] = [];
  for (const { failure } of failures) {
    io.signal.throwIfAborted();
    results.push(await classifier.classify(failure, io.signal));
  }
  return results;
}

const share = (count: number, of: number) => `${count}/${of} (${((100 * count) / Math.max(1, of)).toFixed(1)} %)`;

/** Kinds and sub-kinds with counts, one column a set of failures. */
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
  return table([['', 'kind', ...sets.map(({ title }) => title)], ...rows]);
}

/** `mutagree classify`: ranked bug kinds of failed programs, with evidence. */
export async function classify(flags: ClassifyFlags, io: Io): Promise<ExitCode> {
  if ((flags.failures === undefined) === (flags.run === undefined)) {
    throw new ConfigError('failures-missing', 'classify needs failures: either a file or a run', {
      mend: 'Give --failures FILE or --run DIR, one of them.',
    });
  }
  const classifier = await classifierOf(flags, io);
  const source = flags.failures ?? (flags.run as string);
  const judged = flags.failures === undefined ? await readRunFailures(source) : await failuresAt(source, flags);
  const results = await classifyAll(judged, classifier, io);
  const distribution = bugDistribution(results);
  const other = flags.against === undefined ? null : await readFailures(flags.against);
  const against = other === null ? null : bugDistribution(await classifyAll(other, classifier, io));
  const pairs = judged.flatMap(({ gold }, at) => (gold && results[at] ? [{ gold, ranked: results[at] }] : []));
  const agreement = flags.gold ? goldAgreement(pairs) : null;
  if (flags.json) {
    printJson(io, {
      failures: results,
      distribution,
      ...(against ? { against } : {}),
      ...(agreement ? { agreement } : {}),
    });
    return EXIT.done;
  }
  for (const { id, labels, evidence } of results) {
    const [first, second] = labels;
    const named = [first, second].map((ranked) =>
      ranked
        ? `${ranked.name} ${(100 * ranked.score).toFixed(0)} %${ranked.subKind ? ` (${ranked.subKind})` : ''}`
        : '',
    );
    io.stdout(`${id}: ${named.join('; ')}\n`);
    for (const { text } of evidence.filter(({ label }) => label === first?.label).slice(0, 3))
      io.stdout(`    ${text}\n`);
  }
  const sets = [{ title: source, of: distribution }];
  if (against) sets.push({ title: flags.against as string, of: against });
  io.stdout(`\nfirst label of each failure\n${distributionTable(sets)}`);
  if (agreement) {
    const { n, top1, top2, kappa } = agreement;
    io.stdout(
      `\nagreement with the given labels, ${n} failures: first guess ${(100 * top1).toFixed(1)} %, within two ${(100 * top2).toFixed(1)} %, kappa ${kappa === null ? 'undefined' : kappa.toFixed(2)}\n`,
    );
  }
  return EXIT.done;
}
