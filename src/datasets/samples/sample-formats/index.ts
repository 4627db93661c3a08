import type { SampleFormat } from '../sample-format.ts';
import { codetSampleFormat } from './codet-sample-format.ts';
import { evalplusSampleFormat } from './evalplus-sample-format.ts';
import { inspectSampleFormat } from './inspect-sample-format.ts';
import { linesSampleFormat } from './lines-sample-format.ts';
import { livecodebenchSampleFormat } from './livecodebench-sample-format.ts';

/** Every kind of samples, one file each; the more specific ones first. */
export const sampleFormats: readonly SampleFormat[] = [
  evalplusSampleFormat,
  livecodebenchSampleFormat,
  inspectSampleFormat,
  codetSampleFormat,
  linesSampleFormat,
];
