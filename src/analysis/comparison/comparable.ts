import { canonicalJson } from '../../core/hash.ts';
import { callOutcomes } from '../calls/call-outcomes.ts';
import type { ConditionOutcomes } from './conditions.ts';

/** Settings that are part of the sample budget: more of one of them buys more, so that a comparison would be unfair. */
const BUDGET_SETTINGS = ['testsPerSample', 'maxTokens'] as const;

const IDS_SHOWN = 3;

const manifestOf = ({ runs }: ConditionOutcomes) => {
  const [run] = runs;
  if (!run) throw new RangeError('a condition has at least one run');
  return run.manifest;
};

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, IDS_SHOWN).join(', ');
  return ids.length > IDS_SHOWN ? `${shown} and ${ids.length - IDS_SHOWN} more` : shown;
}

function taskReason(first: ConditionOutcomes, second: ConditionOutcomes): string | null {
  const idsOf = ({ tasks }: ConditionOutcomes) => new Set(tasks.map(({ taskId }) => taskId));
  const [mine, theirs] = [idsOf(first), idsOf(second)];
  const only = (ids: ReadonlySet<string>, others: ReadonlySet<string>) => [...ids].filter((id) => !others.has(id));
  const [onlyFirst, onlySecond] = [only(mine, theirs), only(theirs, mine)];
  const parts = [
    ...(onlyFirst.length > 0 ? [`${onlyFirst.length} only in the first (${listed(onlyFirst)})`] : []),
    ...(onlySecond.length > 0 ? [`${onlySecond.length} only in the second (${listed(onlySecond)})`] : []),
  ];
  return parts.length === 0 ? null : `evaluated tasks: ${parts.join(', ')}`;
}

/** Two values of a setting as JSON, `unset` where absent; nothing where they are equal. */
function differenceOf(name: string, first: unknown, second: unknown) {
  if (canonicalJson(first ?? null) === canonicalJson(second ?? null)) return [];
  return [{ name, first: JSON.stringify(first) ?? 'unset', second: JSON.stringify(second) ?? 'unset' }];
}

/** Why a paired comparison of two sides would say nothing; empty where they are comparable. */
export function incomparableReasons(first: ConditionOutcomes, second: ConditionOutcomes): readonly string[] {
  const [a, b] = [manifestOf(first), manifestOf(second)];
  const reasons: (string | null)[] = [];
  if (a.dataset.sha256 !== b.dataset.sha256) {
    const nameOf = ({ dataset }: typeof a) => `${dataset.name} (sha256 ${dataset.sha256.slice(0, 12)})`;
    reasons.push(`data set: ${nameOf(a)} and ${nameOf(b)}`);
  }
  const unfinished = [first, second].flatMap(({ runs }) =>
    runs.filter(({ manifest }) => manifest.status !== 'finished'),
  );
  for (const { manifest } of unfinished) reasons.push(`status: the run of ${manifest.model.id} is ${manifest.status}`);
  if (first.tasks.length === 0 || second.tasks.length === 0) reasons.push('evaluated tasks: one side has none');
  else reasons.push(taskReason(first, second));
  if (a.samplesPerArm !== b.samplesPerArm) {
    reasons.push(`samples per task and arm: ${a.samplesPerArm} and ${b.samplesPerArm}`);
  }
  const budgets = BUDGET_SETTINGS.flatMap((name) => differenceOf(name, a.config[name], b.config[name]));
  for (const { name, first: mine, second: theirs } of budgets) reasons.push(`${name}: ${mine} and ${theirs}`);
  if (!a.arms.some((arm) => b.arms.includes(arm))) reasons.push(`arms: ${a.arms.join(', ')} and ${b.arms.join(', ')}`);
  return reasons.filter((reason) => reason !== null);
}

const SENT_SETTINGS = { temperature: 'temperature', topP: 'top_p', 'seed of requests': 'seed' } as const;

/** Sampling as it was sent: a parameter that the model refused is not a setting of the run. */
function sentSettings(side: ConditionOutcomes): Record<string, unknown> {
  const all = side.runs.map((run) => callOutcomes(run).sent);
  if (all.every(({ known }) => known === 0)) return {};
  const unsent = Object.entries(SENT_SETTINGS).flatMap(([setting, field]) =>
    all.some(({ without }) => without[field]) ? [[setting, 'not sent'] as const] : [],
  );
  return {
    'seed of requests': 'sent',
    ...Object.fromEntries(unsent),
    endpoint: [...new Set(all.flatMap(({ endpoints }) => endpoints))].join(', '),
    'token limit sent as': [...new Set(all.flatMap(({ tokensFields }) => tokensFields))].join(', '),
  };
}

/** Settings that the two sides do not share: several differences at once cannot be told apart. */
export function differingSettings(first: ConditionOutcomes, second: ConditionOutcomes) {
  const settingsOf = (side: ConditionOutcomes): Record<string, unknown> => {
    const { config, model, scorer, seed, sandbox } = manifestOf(side);
    return { ...config, model: model.id, scorer, seed, sandbox: sandbox.name, repeats: side.runs.length };
  };
  const sent = [sentSettings(first), sentSettings(second)] as const;
  // Runs of before requests were written down say nothing of them: that is not a difference.
  const isKnown = sent.every((each) => Object.keys(each).length > 0);
  const withSent = (settings: Record<string, unknown>, own: Record<string, unknown>) => {
    const unsent = Object.entries(own).filter(([name, value]) => isKnown || (name in settings && value === 'not sent'));
    return { ...settings, ...Object.fromEntries(unsent) };
  };
  const [a, b] = [withSent(settingsOf(first), sent[0]), withSent(settingsOf(second), sent[1])];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) => differenceOf(name, a[name], b[name]));
}
