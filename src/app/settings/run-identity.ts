import type { SharedSettings } from './config.ts';

/** Settings that change neither requests, verdicts nor picks; a resumed run may give others. */
const FREE_FIELDS = [
  'preset',
  'repeats',
  'ablate',
  'efficiency',
  'maxCostPerModel',
  'prices',
  'batch',
  'samplesPerCall',
  'jobs',
  'queue',
  'queueModels',
  'concurrency',
  'retries',
  'requestTimeoutMs',
  'maxFailures',
  'retryFailed',
  'maxCost',
  'priceInput',
  'priceOutput',
  'offline',
  'recording',
  'out',
  'failUnder',
  'baseUrl',
  'dataset',
  'model',
  'samplesFile',
  'testsFile',
  'variantsFile',
] as const;

/** The settings that make two runs the same run; dataset and model are compared by hash and id in the manifest. */
export function identityOf(config: SharedSettings): Record<string, unknown> {
  const free = new Set<string>(FREE_FIELDS);
  return Object.fromEntries(Object.entries(config).filter(([field, value]) => !free.has(field) && value !== undefined));
}
