import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import type { RefusableField } from '../core/chat.ts';
import type { RunRecord } from '../records/run-record.ts';
import { sentFacts } from './call-figures.ts';
import { count, dateText } from './figures.ts';
import { ruleName } from './names.ts';

/** Facts needed to trust or repeat the run, as name and value. */
export function runFacts(record: RunRecord): (readonly [name: string, value: string])[] {
  const { manifest, replies } = record;
  const { dataset, model, sandbox, git, versions, config } = manifest;
  const replayed = replies.filter((reply) => reply.replayed).length;
  return [
    ['model', model.endpoint ? `${model.id} at ${model.endpoint}` : model.id],
    ...sentFacts(callOutcomes(record).sent),
    ['replies', `${count(replies.length)}, of which ${count(replayed)} replayed from a recording`],
    [
      'data set',
      `${dataset.name} (${dataset.format}), ${count(dataset.tasks)} tasks, sha256 ${dataset.sha256.slice(0, 12)}`,
    ],
    ...shownTestFact(manifest),
    ['scorer', ruleName(manifest)],
    ['seed', String(manifest.seed)],
    ['sandbox', [sandbox.name, sandbox.detail].filter(Boolean).join(', ')],
    ['status', manifest.status],
    ['started', dateText(manifest.createdAt)],
    ['last written', dateText(manifest.updatedAt)],
    [
      'versions',
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ],
    ...(git ? [['git', `${git.commit.slice(0, 12)}${git.dirty ? ' with local changes' : ''}`] as const] : []),
    ...Object.entries(config)
      .filter(([name]) => !isIdle(name, manifest))
      .map(([name, value]) => [`config ${name}`, `${configText(value)}${refusedText(name, record)}`] as const),
  ];
}

/** Settings of model requests, which do not apply to imported programs and tests. */
const ASKING = new Set([
  'mutators',
  'prompting',
  'variants',
  'samples',
  'temperature',
  'topP',
  'maxTokens',
  'testsPerSample',
]);

const isIdle = (setting: string, { given }: RunRecord['manifest']) => given !== undefined && ASKING.has(setting);

/** A judging test that the prompt showed is reported, also if it is the default. */
function shownTestFact({ dataset, config }: RunRecord['manifest']): (readonly [string, string])[] {
  if (dataset.format !== 'mbpp') return [];
  const shown = config['shownTest'] !== 'none';
  const text = 'requests show the first official test, which is left out of the generated tests';
  return [['official test shown', shown ? text : 'none']];
}

const SENT_FIELDS: Readonly<Record<string, RefusableField>> = { temperature: 'temperature', topP: 'top_p' };

/** Marks a setting that the model refused, so that it is not read as applied. */
function refusedText(setting: string, record: RunRecord): string {
  const field = SENT_FIELDS[setting];
  return field && callOutcomes(record).sent.without[field]
    ? ' asked for; the model refuses it, so it was not sent'
    : '';
}

function configText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'unset');
}
