import { ConfigError } from '../core/errors.ts';
import type { BugClassifier, Classification } from '../taxonomy/bug-classifier.ts';
import { type BugDistribution, bugDistribution } from '../taxonomy/bug-distribution.ts';
import { goldAgreement } from '../taxonomy/gold-agreement.ts';
import { modelJudge } from '../taxonomy/model-judge.ts';
import { openJudge } from './assembly/open-judge.ts';
import { bundledClassifier } from './classification/failure-explainer.ts';
import { type JudgedFailure, readFailures, readRunFailures } from './classification/read-failures.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { SettingsOf } from './settings/setting.ts';
import { classifySettings } from './settings/verb-settings.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

export { isUndecided, kindsThatHold } from '../taxonomy/bug-classifier.ts';

/** Failed programs, and who decides what is wrong with them. */
export type ClassifySettings = SettingsOf<typeof classifySettings>;

type Checked = ReturnType<typeof checkSettings<typeof classifySettings>>;

/** What kind of bug failed programs have. */
export interface ClassifiedFailures {
  readonly failures: readonly Classification[];
  readonly distribution: BugDistribution;
  /** Of the second file. */
  readonly against?: BugDistribution;
  readonly agreement?: ReturnType<typeof goldAgreement>;
}

async function classifierOf(flags: Checked, around: Surroundings): Promise<BugClassifier> {
  const rules = bundledClassifier();
  if (flags.judge === 'rules') return rules;
  if (flags.model === undefined) {
    throw new ConfigError('model-missing', 'a model is to judge, and none is named', {
      mend: 'Name a model, or let the rules judge.',
    });
  }
  const labelled = flags.examples === undefined ? [] : await readFailures(flags.examples, { gold: true });
  const examples = labelled.flatMap(({ failure, gold }) => (gold ? [{ failure, label: gold.label }] : []));
  const model = await openJudge({ model: flags.model, baseUrl: flags.baseUrl }, around, ({ message }) =>
    around.progress.note(`judged by the rules alone: ${message}`),
  );
  return modelJudge(model, examples, rules);
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
export async function classify(given: ClassifySettings, options: UseOptions = {}): Promise<ClassifiedFailures> {
  return inUse(options, async (around) => {
    const settings = checkSettings(classifySettings, given, { verb: 'classify' });
    if ((settings.failures === undefined) === (settings.run === undefined)) {
      throw new ConfigError('failures-missing', 'classify needs failures: either a file or a run', {
        mend: 'Name a file of failures or a run directory, one of them.',
      });
    }
    const { signal } = around;
    const classifier = await classifierOf(settings, around);
    const source = settings.failures ?? (settings.run as string);
    const judged = settings.run ? await readRunFailures(source) : await readFailures(source, settings);
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
