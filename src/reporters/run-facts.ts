import type { RunRecord } from '../core/run-record.ts';
import { count, dateText } from './figures.ts';

/** What somebody needs to know to trust or repeat the run, as name and value. */
export function runFacts({ manifest, replies }: RunRecord): (readonly [name: string, value: string])[] {
  const { dataset, model, sandbox, git, versions, config } = manifest;
  const replayed = replies.filter((reply) => reply.replayed).length;
  return [
    ['model', model.endpoint ? `${model.id} at ${model.endpoint}` : model.id],
    ['replies', `${count(replies.length)}, of which ${count(replayed)} replayed from a recording`],
    [
      'data set',
      `${dataset.name} (${dataset.format}), ${count(dataset.tasks)} tasks, sha256 ${dataset.sha256.slice(0, 12)}`,
    ],
    ['scorer', manifest.scorer],
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
    ...Object.entries(config).map(([name, value]) => [`config ${name}`, configText(value)] as const),
  ];
}

function configText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'unset');
}
