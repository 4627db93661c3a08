import type { FailedCall } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { withFailures } from '../model/with-failures.ts';
import { withLimit } from '../model/with-limit.ts';
import { withRetry } from '../model/with-retry.ts';
import type { BugClassifier, Classification } from '../taxonomy/bug-classifier.ts';
import { type BugDistribution, bugDistribution } from '../taxonomy/bug-distribution.ts';
import { goldAgreement } from '../taxonomy/gold-agreement.ts';
import { modelJudge } from '../taxonomy/model-judge.ts';
import { openEndpoint } from './assembly/model-stack.ts';
import { bundledClassifier } from './classification/failure-explainer.ts';
import { type JudgedFailure, readFailures, readRunFailures } from './classification/read-failures.ts';
import { endpointUrl } from './settings/endpoint-url.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

export { isUndecided, kindsThatHold } from '../taxonomy/bug-classifier.ts';

/** Failed programs, and who says what is wrong with them. */
export interface ClassifySettings {
  /** One JSON object per line: id, prompt, generated, pytest_output, reference (if known). This or `run`. */
  readonly failures?: string | undefined;
  /** The programs of a run directory that failed the official tests. */
  readonly run?: string | undefined;
  /** Right programs, one JSON object per line: id, reference. */
  readonly references?: string | undefined;
  /** The file holds labels: say how often they agree. */
  readonly gold?: boolean | undefined;
  /** A second file of failures. */
  readonly against?: string | undefined;
  /** Who decides; the rules by default. */
  readonly judge?: 'rules' | 'model' | undefined;
  /** Labelled failures to show to the judging model. */
  readonly examples?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** What kind of bug failed programs have. */
export interface ClassifiedFailures {
  readonly failures: readonly Classification[];
  readonly distribution: BugDistribution;
  /** Of the second file. */
  readonly against?: BugDistribution;
  readonly agreement?: ReturnType<typeof goldAgreement>;
}

/** Of a call to the judging model. */
const RETRIES = 4;

async function classifierOf(flags: ClassifySettings, { env, progress }: Surroundings): Promise<BugClassifier> {
  const rules = bundledClassifier();
  if ((flags.judge ?? 'rules') === 'rules') return rules;
  if (flags.model === undefined) {
    throw new ConfigError('model-missing', 'a model is to judge, and none is named', {
      mend: 'Name a model, or let the rules judge.',
    });
  }
  const labelled = flags.examples === undefined ? [] : await readFailures(flags.examples, { gold: true });
  const examples = labelled.flatMap(({ failure, gold }) => (gold ? [{ failure, label: gold.label }] : []));
  const baseUrl = endpointUrl(flags, env);
  const endpoint = await openEndpoint(flags.model, { offline: false, ...(baseUrl ? { baseUrl } : {}) }, { env });
  const tried = withRetry(withLimit(endpoint, 1), { retries: RETRIES });
  const noted = {
    find: () => undefined,
    put: async ({ failure }: FailedCall) => progress.note(`judged by the rules alone: ${failure.message}`),
  };
  return modelJudge(withFailures(tried, noted), examples, rules);
}

/** A file of failures, or a run directory. */
async function failuresAt(path: string, flags: ClassifySettings): Promise<JudgedFailure[]> {
  const { references, gold } = flags;
  return readFailures(path, { ...(references ? { references } : {}), gold: gold ?? false });
}

async function classifyAll(failures: readonly JudgedFailure[], classifier: BugClassifier, signal: AbortSignal) {
  const results: Classification[] = [];
  for (const { failure } of failures) {
    signal.throwIfAborted();
    results.push(await classifier.classify(failure, signal));
  }
  return results;
}

/**
 * Ranked bug kinds of failed programs, with evidence.
 *
 * @throws ConfigError, DatasetError, StoreError, ModelError, InterruptedError
 */
export async function classify(settings: ClassifySettings, options: UseOptions = {}): Promise<ClassifiedFailures> {
  return inUse(options, async (around) => {
    if ((settings.failures === undefined) === (settings.run === undefined)) {
      throw new ConfigError('failures-missing', 'classify needs failures: either a file or a run', {
        mend: 'Name a file of failures or a run directory, one of them.',
      });
    }
    const { signal } = around;
    const classifier = await classifierOf(settings, around);
    const source = settings.failures ?? (settings.run as string);
    const judged = settings.failures === undefined ? await readRunFailures(source) : await failuresAt(source, settings);
    const failures = await classifyAll(judged, classifier, signal);
    const other = settings.against === undefined ? null : await readFailures(settings.against);
    const against = other === null ? null : bugDistribution(await classifyAll(other, classifier, signal));
    const pairs = judged.flatMap(({ gold }, at) => (gold && failures[at] ? [{ gold, ranked: failures[at] }] : []));
    return {
      failures,
      distribution: bugDistribution(failures),
      ...(against ? { against } : {}),
      ...(settings.gold ? { agreement: goldAgreement(pairs) } : {}),
    };
  });
}
