import { z } from 'zod';

/** Headings of the help, in its order. */
export const GROUPS = [
  'Tasks',
  'Model',
  'Prompting',
  'Mutation',
  'Sampling',
  'Selection',
  'Study',
  'Existing programs',
  'Budget',
  'Replay',
  'Sandbox',
  'Output',
] as const;

/** Properties of a setting besides its type: how a flag shows it and which settings it excludes. */
export interface SettingMeta {
  readonly group?: (typeof GROUPS)[number];
  /** Value of the flag, as help writes it; undefined for switches. */
  readonly value?: string;
  /** Whether it is an argument of the command line instead of a flag. */
  readonly argument?: true;
  /** One letter for the flag. */
  readonly short?: string;
  /** Whether a list is given by repeating the flag instead of by commas. */
  readonly repeat?: true;
  /** Name of the flag if it is not that of the setting; null: only in config files. */
  readonly flag?: string | null;
  /** Whether `--help` shows it; `--help-all` shows every setting. */
  readonly first?: true;
  /** Whether it changes neither requests, verdicts nor picks, so that a resumed run may change it. */
  readonly free?: true;
  /** Settings that it can't be combined with. */
  readonly excludes?: readonly string[];
  /** A setting without which it has no effect; no matter in a shape without that one. */
  readonly needs?: string;
}

const metas = z.registry<SettingMeta>();

/**
 * States a setting once: flags, config files, their JSON Schema, `init`, help and docs are derived from it.
 *
 * @param value of the flag, as help writes it; left out for switches
 */
export function setting<T extends z.ZodType>(
  schema: T,
  help: string,
  value?: string | Omit<SettingMeta, 'value'>,
  more: Omit<SettingMeta, 'value'> = {},
): T {
  const described = schema.describe(help);
  metas.add(described, typeof value === 'string' ? { ...more, value } : (value ?? more));
  return described;
}

/** Puts settings below a heading of the help. */
export function inGroup<Shape extends SettingShape>(group: SettingMeta['group'] & string, shape: Shape): Shape {
  for (const schema of Object.values(shape)) metas.add(schema, { ...metas.get(schema), group });
  return shape;
}

/** Those that may have no value are optional. */
type Values<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Settings without those that have no value. */
export function valuesOf<T extends object>(settings: T): Values<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Values<T>;
}

export type SettingShape = Readonly<Record<string, z.ZodType>>;

/** The settings of a shape as callers give them. */
export type SettingsOf<Shape extends SettingShape> = Readonly<z.input<z.ZodObject<Shape>>>;

/** @throws Error for a schema that `setting` did not make */
export function metaOf(schema: z.ZodType): SettingMeta {
  if (!metas.has(schema)) throw new Error('a setting without a statement of its flag');
  return metas.get(schema) ?? {};
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

export const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema & { readonly items?: JsonSchema };

/** The flag of a setting, without its dashes. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** As messages name a setting: `--timeout-ms`, or an argument as usage shows it. */
export function shownName(shape: SettingShape, name: string): string {
  const { argument, flag } = shape[name] ? metaOf(shape[name]) : {};
  if (argument) return `<${name}>`;
  return flag === null && name.endsWith('File') ? `--${name.slice(0, -4)} FILE` : `--${flagOf(flag ?? name)}`;
}

/** Help with the default, such as `CPU milliseconds per test (default: 1000)`. */
export function helpOf(schema: z.ZodType): string {
  const { default: standard, description = '' } = jsonOf(schema);
  if (standard === undefined || typeof standard === 'boolean' || String(standard) === '') return description;
  return `${description} (default: ${Array.isArray(standard) ? standard.join(',') : standard})`;
}
