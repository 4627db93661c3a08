import type { DatasetFormat } from './dataset-format.ts';
import { appsFormat } from './formats/apps-format.ts';
import { bigCodeBenchFormat } from './formats/big-code-bench-format.ts';
import { classEvalFormat } from './formats/class-eval-format.ts';
import { codeContestsFormat } from './formats/code-contests-format.ts';
import { coderEvalFormat } from './formats/coder-eval-format.ts';
import { dlBenchFormat } from './formats/dl-bench-format.ts';
import { dlBenchLiveFormat } from './formats/dl-bench-live-format.ts';
import { ds1000Format } from './formats/ds-1000-format.ts';
import { evalPlusFormat } from './formats/eval-plus-format.ts';
import { humanEvalFormat } from './formats/human-eval-format.ts';
import { liveCodeBenchFormat } from './formats/live-code-bench-format.ts';
import { mbppFormat } from './formats/mbpp-format.ts';
import { multiplEFormat } from './formats/multipl-e-format.ts';
import { mutagreeFormat } from './formats/mutagree-format.ts';
import { nlPerturbatorFormat } from './formats/nl-perturbator-format.ts';
import { plainFormat } from './formats/plain-format.ts';
import { repoEvalFormat } from './formats/repo-eval-format.ts';

/** Every format, the more specific ones first: the first that recognises a record reads its file. */
export const datasetFormats = [
  mutagreeFormat,
  dlBenchLiveFormat,
  dlBenchFormat,
  nlPerturbatorFormat,
  mbppFormat,
  bigCodeBenchFormat,
  ds1000Format,
  liveCodeBenchFormat,
  classEvalFormat,
  appsFormat,
  codeContestsFormat,
  multiplEFormat,
  coderEvalFormat,
  repoEvalFormat,
  evalPlusFormat,
  humanEvalFormat,
  plainFormat,
] satisfies readonly DatasetFormat[];

/** Task sets that come with mutagree: name -> file below the package's folder. */
export const bundledDatasets: Readonly<Record<string, string>> = { starter: 'data/starter/tasks.jsonl' };
