import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatasetError } from '../../../core/errors.ts';
import type { SampleFormat } from '../sample-format.ts';

const SAMPLE = /^(\d+)\.py$/;

/** EvalPlus's folders: `HumanEval_0/0.py`, a folder per task and a file per sample. */
export const evalplusSampleFormat: SampleFormat = {
  name: 'evalplus',
  recognises: () => false,
  async *read(folder) {
    const tasks = await readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
      const problem = cause.code === 'ENOTDIR' ? 'is a file; expected a folder' : `cannot be read (${cause.code})`;
      throw new DatasetError('samples-folder', { file: folder }, problem, {
        hint: 'Name the folder of the samples.',
        cause,
      });
    });
    let found = 0;
    const folders = tasks.filter((entry) => entry.isDirectory());
    for (const { name } of folders.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const own = join(folder, name);
      const samples = (await readdir(own)).flatMap((file) => {
        const number = SAMPLE.exec(file)?.[1];
        return number === undefined ? [] : [Number(number)];
      });
      for (const sample of samples.toSorted((a, b) => a - b)) {
        const file = join(own, `${sample}.py`);
        const task = { id: name.replace(/_(?=\d+$)/, '/') };
        const program = { solution: await readFile(file, 'utf8') };
        found++;
        yield { place: { file, line: 1 }, task, program, sample };
      }
    }
    if (found > 0) return;
    throw new DatasetError('samples-folder', { file: folder }, 'holds no folder with samples such as 0.py', {
      hint: 'Name the folder that holds one folder a task.',
    });
  },
};
