import type { Candidate, GeneratedTest, TestBody } from '../../src/core/program.ts';
import type { MatrixInput } from '../../src/pipeline/5-execute-matrix.ts';
import { mergeSamples } from '../../src/pipeline/merge-origins.ts';
import { undoRenames, undoRenamesInTest } from '../../src/python-source/renaming/rename.ts';
import { extractTests } from '../../src/python-source/replies/extract-tests.ts';
import { definesFunction } from '../../src/python-source/syntax/python-names.ts';

const VARIANTS = ['original', 'technique'] as const;
export type VariantName = (typeof VARIANTS)[number];

/** The name that BigCodeBench gives to every function. */
export const ENTRY = 'task_func';

interface PairRecord {
  readonly model: string;
  readonly task_id: string;
  readonly technique: string;
  readonly original_prompt: string;
  readonly original_response_code: string;
  readonly technique_response_code: string;
  readonly technique_prompt: string;
  readonly original_generated_test: string | null;
  readonly technique_generated_test: string | null;
  readonly original_test_result: string;
  readonly technique_test_result: string;
}

/** One unittest module as it was written. */
export interface PairModule {
  readonly text: string;
  /** The prompt that it was written for. */
  readonly variant: VariantName;
  /** Methods that it gives. */
  readonly methods: number;
  /** Whether it brings its own version of the function, a stub or a whole one. */
  readonly definesFunction: boolean;
  readonly testIds: ReadonlySet<string>;
}

/** A prompt and its rewrite, each with a program and a test module. */
export interface ThesisPair {
  readonly id: string;
  readonly model: string;
  readonly taskId: string;
  readonly technique: string;
  /** Both prompts, and what the rewrite calls the function where it has a name for it. */
  readonly prompts: Readonly<Record<VariantName, string>> & { readonly renamed: string | null };
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
  readonly modules: readonly PairModule[];
  /** Official verdicts by candidate. */
  readonly passed: ReadonlyMap<string, boolean>;
  readonly originalPassed: boolean;
  readonly rewritePassed: boolean;
}

/** The function's name in a prompt or program that renamed it. */
function nameIn(code: string, record: PairRecord): string {
  const renamed = renamedIn(record) ?? ENTRY;
  return !definesFunction(code, ENTRY) && definesFunction(code, renamed) ? renamed : ENTRY;
}

function programOf(record: PairRecord, variant: VariantName): string {
  const code = record[`${variant}_response_code`];
  const name = variant === 'original' ? ENTRY : nameIn(code, record);
  const undone = undoRenames(code, { [ENTRY]: name }, { entryPoint: ENTRY });
  return 'code' in undone ? undone.code : code;
}

/** What the rewrite calls the function. */
const renamedIn = ({ technique_prompt: prompt }: PairRecord) => /\bdef\s+(\w+)\s*\(/.exec(prompt)?.[1] ?? null;

/** The module's methods by the function's own name, or by the name that the rewrite gave it. */
function methodsOf(record: PairRecord, variant: VariantName): readonly TestBody[] {
  const reply = record[`${variant}_generated_test`] ?? '';
  const extract = (entryPoint: string) =>
    extractTests(reply, { entryPoint, truncated: false }).tests.filter(({ kind }) => kind === 'method');
  const direct = extract(ENTRY);
  const renamed = renamedIn(record);
  if (direct.length > 0 || variant === 'original' || !renamed) return direct;
  return extract(renamed).map((body) => undoRenamesInTest(body, { [ENTRY]: renamed }));
}

function toPair(record: PairRecord): ThesisPair {
  const taskId = record.task_id;
  const id = `${record.model} ${taskId} ${record.technique}`;
  const originOf = (variant: VariantName) => ({ variantId: `${taskId}::${variant}`, sample: 0 });
  const programs = VARIANTS.map((variant) => ({ code: programOf(record, variant), origin: originOf(variant) }));
  const written = VARIANTS.flatMap((variant) => {
    const text = record[`${variant}_generated_test`];
    return text === null ? [] : [{ variant, text, bodies: methodsOf(record, variant) }];
  });
  const found = written.flatMap(({ variant, bodies }) => bodies.map((body) => ({ body, origin: originOf(variant) })));
  const { candidates, tests } = mergeSamples(taskId, programs, found);
  const passed = new Map<string, boolean>();
  for (const { id: candidateId, origins } of candidates) {
    const verdicts = VARIANTS.filter((variant) =>
      origins.some(({ variantId }) => variantId === originOf(variant).variantId),
    ).map((variant) => record[`${variant}_test_result`] === '1');
    passed.set(candidateId, verdicts.some(Boolean));
  }
  return {
    id,
    model: record.model,
    taskId,
    technique: record.technique,
    prompts: { original: record.original_prompt, technique: record.technique_prompt, renamed: renamedIn(record) },
    candidates,
    tests,
    passed,
    originalPassed: record.original_test_result === '1',
    rewritePassed: record.technique_test_result === '1',
    modules: written.map(({ text, variant, bodies }) => ({
      text,
      variant,
      methods: bodies.length,
      definesFunction: [ENTRY, renamedIn(record)].some((name) => name !== null && definesFunction(text, name)),
      testIds: new Set(
        tests
          .filter(({ origins }) => origins.some(({ variantId }) => variantId === originOf(variant).variantId))
          .map((test) => test.id),
      ),
    })),
  };
}

/** The pairs of `thesis/pairs.jsonl`; those without a module have no tests. */
export function readPairs(text: string): readonly ThesisPair[] {
  return text
    .trim()
    .split('\n')
    .map((line) => toPair(JSON.parse(line) as PairRecord));
}

/** The pair as what stage 5 computes a matrix from; the libraries are loaded once. */
export function pairMatrix({ candidates, tests }: ThesisPair): MatrixInput {
  const taskId = candidates[0]?.taskId ?? '';
  const imported = candidates.flatMap(({ code }) =>
    [...code.matchAll(/^(?:import|from) (\w+(?:\.\w+)*)/gm)].map(([, module]) => module as string),
  );
  return { taskId, entryPoint: ENTRY, preload: [...new Set(imported)], candidates, tests };
}
