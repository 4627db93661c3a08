import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ARMS } from '../core/arm.ts';
import { StoreError } from '../core/errors.ts';
import { RUN_SCHEMA_VERSION, type RunManifest } from '../records/run-record.ts';

const prices = z.looseObject({
  inputPerMTok: z.number(),
  outputPerMTok: z.number(),
  cachedInputPerMTok: z.number().exactOptional(),
  source: z.string(),
});

/** What `manifest.json` must be; fields that nobody here knows are left alone. */
const manifestSchema: z.ZodType<RunManifest> = z.looseObject({
  schemaVersion: z.literal(RUN_SCHEMA_VERSION),
  status: z.enum(['running', 'finished', 'interrupted', 'budget-reached', 'failed']),
  createdAt: z.string(),
  updatedAt: z.string(),
  config: z.record(z.string(), z.unknown()),
  seed: z.number(),
  dataset: z.looseObject({ name: z.string(), format: z.string(), sha256: z.string(), tasks: z.int().min(0) }),
  model: z.looseObject({ id: z.string(), endpoint: z.string().nullable() }),
  sandbox: z.looseObject({ name: z.string(), detail: z.string() }),
  images: z.record(z.string(), z.string()).exactOptional(),
  versions: z.record(z.string(), z.string()),
  git: z.looseObject({ commit: z.string(), dirty: z.boolean().optional() }).nullable(),
  samplesPerArm: z.int().min(1),
  arms: z.array(z.enum(ARMS)),
  scorer: z.string(),
  k: z.array(z.int().min(1)),
  stageMs: z.record(z.string(), z.number()),
  prices: z.record(z.string(), prices).exactOptional(),
  repeat: z.int().min(1).exactOptional(),
  given: z
    .looseObject({
      sha256: z.string(),
      samples: z.string(),
      tests: z.string(),
      format: z.string(),
      trusted: z.boolean(),
      counts: z.looseObject({
        samples: z.number(),
        tasks: z.number(),
        tasksWithoutSamples: z.number(),
        tasksWithoutTests: z.number(),
        testReplies: z.number(),
        wordings: z.number(),
        tasksWithFewerWordings: z.number(),
        shortWordings: z.number(),
        repeated: z.number(),
        withoutOriginal: z.boolean(),
      }),
    })
    .exactOptional(),
});

/** Where a field stands in a JSON text; that of what holds it where it is missing. JSON is YAML, whose parser knows. */
function lineOf(text: string, field: readonly PropertyKey[]): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) return lines.linePos(broken.pos[0]).line;
  for (let length = field.length; length > 0; length--) {
    const node: unknown = document.getIn(field.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** @throws StoreError `manifest-broken`, `manifest-foreign`, `manifest-version` */
export function parseManifest(text: string, path: string): RunManifest {
  const mend = 'Restore it, or use another folder.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StoreError('manifest-broken', `${path} line ${lineOf(text, [])} is not valid JSON`, { mend, cause });
  }
  const { schemaVersion, dataset } = z.looseObject({}).safeParse(value).data ?? {};
  if (typeof schemaVersion !== 'number' || typeof dataset !== 'object') {
    throw new StoreError('manifest-foreign', `${path} is not a manifest of a run of mutagree`, {
      mend: 'Name another folder; nothing was changed.',
    });
  }
  if (schemaVersion !== RUN_SCHEMA_VERSION) {
    throw new StoreError(
      'manifest-version',
      `${path} has schema version ${schemaVersion}; this mutagree reads ${RUN_SCHEMA_VERSION}`,
      { mend: 'Use the mutagree version that wrote it (see "versions" in the file).' },
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return value as RunManifest;
  const { path: field = [], message = 'is wrong' } = parsed.error.issues[0] ?? {};
  const place = `${path} line ${lineOf(text, field)}, field "${field.join('.')}"`;
  throw new StoreError('manifest-broken', `${place}: ${message}`, { mend });
}
