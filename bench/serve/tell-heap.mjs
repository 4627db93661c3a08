// Loaded into a server (node --expose-gc --import): at SIGUSR2 it collects and writes what its heap holds to $TELL_HEAP;
// with $TELL_SNAPSHOTS, a folder, a heap snapshot beside it.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeHeapSnapshot } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

const file = process.env['TELL_HEAP'];
const snapshots = process.env['TELL_SNAPSHOTS'];
let told = 0;
if (file && isMainThread) {
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
    renameSync(`${file}.new`, file);
    if (!snapshots) return;
    told += 1;
    writeHeapSnapshot(join(snapshots, `${told}.heapsnapshot`));
  });
}
