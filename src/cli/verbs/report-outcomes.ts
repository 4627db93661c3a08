import { mkdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { csvTables } from '../../reporters/tables/csv.ts';
import { latexDocument } from '../../reporters/tables/latex.ts';
import { markdownTable } from '../../reporters/tables/markdown.ts';
import { outcomeTables } from '../../reporters/tables/outcome-tables.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { type Io, printJson } from '../io.ts';
import { readOutcomes } from '../outcomes/read-outcomes.ts';

/** Fixes the bootstrap: the same file gives the same tables. */
const SEED = 0;

/** `mutagree report --outcomes FILE`: tables and comparisons of outcomes that another harness published. */
export async function reportOutcomes(
  file: string,
  { out, json }: { out?: string; json?: true },
  io: Io,
): Promise<ExitCode> {
  const tables = outcomeTables(await readOutcomes(file), SEED);
  const markdown = tables.map(markdownTable).join('\n');
  const written: string[] = [];
  if (out !== undefined) {
    await mkdir(resolve(out), { recursive: true });
    const files = {
      'tables.md': markdown,
      'tables.csv': csvTables(tables),
      'tables.tex': latexDocument(basename(file), tables),
    };
    for (const [name, text] of Object.entries(files)) {
      const path = `${resolve(out)}/${name}`;
      await writeFileAtomically(path, text);
      written.push(path);
    }
  }
  if (json) printJson(io, { tables, reports: written });
  else io.stdout(out === undefined ? markdown : written.map((path) => `  ${path}\n`).join(''));
  return EXIT.done;
}
