import fc from 'fast-check';

// One commit has one verdict: properties draw the same examples each time, others if PROPERTY_SEED is another number.
fc.configureGlobal({
  seed: Number(process.env['PROPERTY_SEED'] ?? 20260101),
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200),
});
