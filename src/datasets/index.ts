import type { DatasetFormat } from '../core/dataset.ts';
import { bigCodeBenchFormat } from './big-code-bench-format.ts';
import { dlBenchFormat } from './dl-bench-format.ts';
import { dlBenchLiveFormat } from './dl-bench-live-format.ts';
import { ds1000Format } from './ds-1000-format.ts';
import { evalPlusFormat } from './eval-plus-format.ts';
import { humanEvalFormat } from './human-eval-format.ts';
import { liveCodeBenchFormat } from './live-code-bench-format.ts';
import { mbppFormat } from './mbpp-format.ts';
import { mutagreeFormat } from './mutagree-format.ts';
import { plainFormat } from './plain-format.ts';

/** Every format, the more specific ones first: the first that recognises a record reads its file. */
export const datasetFormats = [
  mutagreeFormat,
  dlBenchLiveFormat,
  dlBenchFormat,
  mbppFormat,
  bigCodeBenchFormat,
  ds1000Format,
  liveCodeBenchFormat,
  evalPlusFormat,
  humanEvalFormat,
  plainFormat,
] satisfies readonly DatasetFormat[];

/** Task sets that come with mutagree: name -> file below the package's folder. */
export const bundledDatasets: Readonly<Record<string, string>> = { starter: 'data/starter/tasks.jsonl' };
