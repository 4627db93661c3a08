import { type SharedSettings, studySettings } from './config.ts';
import { metaOf, type SettingShape } from './setting.ts';

const free = new Set(
  Object.entries(studySettings as SettingShape).flatMap(([name, schema]) => (metaOf(schema).free ? [name] : [])),
);

/** The settings that make two runs the same run; dataset and model are compared by hash and id in the manifest. */
export function identityOf(config: SharedSettings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name, value]) => !free.has(name) && value !== undefined));
}
