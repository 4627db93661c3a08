import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { StoreError } from '../core/errors.ts';
import { manifestSchema, RUN_SCHEMA_VERSION } from '../records/manifest-schema.ts';
import type { RunManifest } from '../records/run-record.ts';

/** The line of a field in a JSON text, or of its parent if it is missing. JSON is YAML, whose parser has positions. */
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
  const hint = 'Restore it, or use another folder.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StoreError('manifest-broken', `${path} line ${lineOf(text, [])} is not valid JSON`, { hint, cause });
  }
  const { schemaVersion, dataset } = z.looseObject({}).safeParse(value).data ?? {};
  if (typeof schemaVersion !== 'number' || typeof dataset !== 'object') {
    throw new StoreError('manifest-foreign', `${path} is not a manifest of a run of mutagree`, {
      hint: 'Name another folder; nothing was changed.',
    });
  }
  if (schemaVersion !== RUN_SCHEMA_VERSION) {
    throw new StoreError(
      'manifest-version',
      `${path} has schema version ${schemaVersion}; this mutagree reads ${RUN_SCHEMA_VERSION}`,
      { hint: 'Use the mutagree version that wrote it (see "versions" in the file).' },
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return value as RunManifest;
  const { path: field = [], message = 'is wrong' } = parsed.error.issues[0] ?? {};
  const place = `${path} line ${lineOf(text, field)}, field "${field.join('.')}"`;
  throw new StoreError('manifest-broken', `${place}: ${message}`, { hint });
}
