import { resolve } from 'node:path';
import { hashOf } from '../../core/hash.ts';
import type { StudyRun } from '../../records/study.ts';
import { modelsOf, type SharedSettings, type StudyConfig, studySettings } from '../settings/config.ts';
import { metaOf, type SettingShape } from '../settings/setting.ts';

const free = new Set(
  Object.entries(studySettings as SettingShape).flatMap(([name, schema]) => (metaOf(schema).free ? [name] : [])),
);

/** The settings that make two runs the same run; dataset and model are compared by hash and id in the manifest. */
export function identityOf(config: SharedSettings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name, value]) => !free.has(name) && value !== undefined));
}

const safe = (text: string) => text.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'model';

/** Folder names of models, distinct also where the file system ignores case. */
function slugsOf(models: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    models.map((model) => {
      const slug = safe(model).slice(-60);
      const before = taken.get(slug.toLowerCase()) ?? 0;
      taken.set(slug.toLowerCase(), before + 1);
      return [model, before === 0 ? slug : `${slug}-${before + 1}`];
    }),
  );
}

/**
 * Which runs a command makes, and where: in the run's own directory where there is one, else below that of the study.
 * The same settings lead to the same directory, so that the same command resumes.
 */
export function planStudy(
  config: StudyConfig,
  dataset: { readonly name: string; readonly sha256: string },
  imported: { readonly sha256: string } | null = null,
) {
  const models = modelsOf(config);
  const repeats = Array.from({ length: config.repeats }, (_, index) => index + 1);
  const isOne = models.length === 1 && config.repeats === 1;
  const slugs = slugsOf(models);
  // Model by model, repeat by repeat; directories relative to the study's.
  const runs = models.flatMap((model) => {
    return repeats.map((repeat): StudyRun => {
      return { model, repeat, directory: isOne ? '.' : `${slugs.get(model)}/repeat-${repeat}` };
    });
  });
  if (config.out) return { directory: resolve(config.out), runs };
  const given = imported ? [imported.sha256] : [];
  const hash = hashOf(identityOf(config), dataset.sha256, isOne ? models[0] : models, ...given).slice(0, 8);
  const name = models.length === 1 ? safe(models[0] as string).slice(-40) : `${models.length}-models`;
  return { directory: resolve('runs', `${safe(dataset.name).slice(-40)}-${name}-${hash}`), runs };
}

export type StudyPlan = Readonly<ReturnType<typeof planStudy>>;
