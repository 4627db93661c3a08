import { hashOf } from '../core/hash.ts';

/** Raise it with every change of the exchange between coordinator and workers; other versions have other queues. */
export const PROTOCOL = 4;

/** The conditions that affect verdicts on a worker: workers with equal conditions judge alike. */
export interface WorkerAbilities {
  readonly protocol: number;
  /** Of mutagree. */
  readonly version: string;
  /** Content hash of the Python runner, or of the interpreter that the sandbox brings. */
  readonly runner: string;
  readonly sandbox: string;
  /** Version of the interpreter; null where the image decides. */
  readonly python: string | null;
  /** Such as `numpy 1.24.2`, in order; null where the image decides. */
  readonly packages: readonly string[] | null;
  /** Importable names outside the standard library, in order; null if not requested. */
  readonly modules: readonly string[] | null;
  readonly image: { readonly name: string; readonly id: string } | null;
  /** Images of repositories by name, whose tasks it judges, in order; null where it judges single programs. */
  readonly repositories: readonly { readonly name: string; readonly id: string }[] | null;
}

/** A coordinator's requirements for its workers. */
export interface WantedAbilities {
  readonly version: string;
  /** Content hash of the coordinator's own runner, by sandbox. */
  readonly runners: Readonly<Record<string, string>>;
  /** `auto`: any that isolates. */
  readonly sandbox: string;
  readonly image?: string | undefined;
  /** Modules that the tasks are prepared with. */
  readonly preload: readonly string[];
  /** Names of the images whose repositories the tasks are of; absent where they are of none. */
  readonly repositories?: readonly string[] | undefined;
}

/** The name of the queue that all workers of a kind share. */
export function kindOf({ modules: _, ...abilities }: WorkerAbilities, keyId: string): string {
  const { image, ...rest } = abilities;
  return `${abilities.sandbox}-${hashOf(rest, image?.id ?? null, keyId)}`;
}

/** Why a worker cannot take the jobs, for people; null where it can. */
export function misfit(has: WorkerAbilities, wanted: WantedAbilities): string | null {
  if (has.protocol !== PROTOCOL || has.version !== wanted.version) {
    return `it is mutagree ${has.version}, this is ${wanted.version}: install the same version on both`;
  }
  const images = repositoryMisfit(has, wanted);
  if (images) return images;
  if (wanted.sandbox !== 'auto' && has.sandbox !== wanted.sandbox) {
    return `its sandbox is ${has.sandbox}, and ${wanted.sandbox} is asked for`;
  }
  const runner = wanted.runners[has.sandbox];
  if (has.runner !== runner) {
    return `its runner has other contents (${has.runner.slice(0, 12)}, here ${runner?.slice(0, 12) ?? 'none'}): install the same build on both`;
  }
  if (wanted.image !== undefined && has.image?.name !== wanted.image) {
    return `its image is ${has.image?.name ?? 'none'}, and ${wanted.image} is asked for`;
  }
  const missing = has.modules === null ? [] : wanted.preload.filter((module) => !isThere(module, has.modules ?? []));
  return missing.length === 0 ? null : `its Python lacks ${missing.join(', ')}`;
}

function repositoryMisfit({ repositories }: WorkerAbilities, wanted: WantedAbilities): string | null {
  if (!wanted.repositories) return repositories ? 'it judges the tasks of a data set of repositories alone' : null;
  if (!repositories) return 'it judges no tasks of repositories: start it with their --dataset';
  const missing = wanted.repositories.filter((name) => !repositories.some((image) => image.name === name));
  return missing.length === 0
    ? null
    : `it lacks the ${missing.length === 1 ? 'image' : 'images'} ${missing.join(', ')}`;
}

/** Modules of the standard library are listed by their names as well. */
function isThere(module: string, modules: readonly string[]): boolean {
  return modules.includes(module.split('.')[0] ?? module);
}
