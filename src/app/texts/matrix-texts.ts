import type { SandboxResult } from '../../core/sandbox.ts';
import type { ExecuteJob } from '../execution/execute-job.ts';
import { VERDICT_MARKS } from './verdict-marks.ts';

/** What is shown beside the verdicts. */
export interface MatrixFields {
  readonly outputs?: true;
  readonly details?: true;
}

/** Writes one matrix field as rows come in. */
class ArrayField {
  #first = true;
  readonly #parts: string[] = [];
  add(row: readonly unknown[]): void {
    this.#parts.push(`${this.#first ? '' : ',\n'}${JSON.stringify(row)}`);
    this.#first = false;
  }
  take(): string {
    return this.#parts.splice(0).join('');
  }
}

/**
 * Matrices as JSON. The verdicts stream; outputs and details, asked for explicitly, are kept as text until the verdicts
 * are out, since JSON has one place for each.
 */
export class JsonMatrices {
  #first = true;
  #open = false;
  #verdicts = new ArrayField();
  #outputs = new ArrayField();
  #details = new ArrayField();
  readonly #flags: MatrixFields;
  readonly #many: boolean;
  readonly #write: (text: string) => void;

  constructor(flags: MatrixFields, many: boolean, write: (text: string) => void) {
    this.#flags = flags;
    this.#many = many;
    this.#write = write;
  }

  begin({ id }: ExecuteJob): void {
    if (this.#many) this.#write(`${this.#first ? '' : ',\n'}{"id": ${JSON.stringify(id)}, `);
    this.#first = false;
    this.#write('"verdicts": [');
    this.#open = true;
    this.#verdicts = new ArrayField();
    this.#outputs = new ArrayField();
    this.#details = new ArrayField();
  }

  row({ verdicts, outputs, details }: SandboxResult): void {
    this.#verdicts.add(verdicts);
    this.#write(this.#verdicts.take());
    if (this.#flags.outputs) this.#outputs.add(outputs);
    if (this.#flags.details) this.#details.add(details);
  }

  end(): void {
    this.#write(']');
    if (this.#flags.outputs) this.#write(`,\n"outputs": [${this.#outputs.take()}]`);
    if (this.#flags.details) this.#write(`,\n"details": [${this.#details.take()}]`);
    if (this.#many) this.#write('}');
    this.#open = false;
  }

  /** The last fields of the document, after the rows that there are. */
  close(fields: Readonly<Record<string, unknown>>): void {
    if (this.#open) this.end();
    else if (this.#first && !this.#many) this.#write('"verdicts": []');
    const texts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    this.#write(`${this.#many ? ']' : ''},\n${texts.join(', ')}}\n`);
  }
}

/** Matrices for people: a line per candidate. */
export class PrintedMatrices {
  #width = 0;
  #tests: readonly { readonly id: string }[] = [];
  readonly #flags: MatrixFields;
  readonly #write: (text: string) => void;

  constructor(flags: MatrixFields, write: (text: string) => void) {
    this.#flags = flags;
    this.#write = write;
  }

  begin({ id, candidates, suite }: ExecuteJob): void {
    if (id !== null) this.#write(`${id}\n`);
    this.#width = candidates.reduce((most, candidate) => Math.max(most, candidate.id.length), 0);
    this.#tests = suite.tests;
  }

  row({ verdicts, outputs, details }: SandboxResult, candidate: string): void {
    const marks = verdicts.map((verdict) => VERDICT_MARKS[verdict]).join('');
    this.#write(`${candidate.padEnd(this.#width)}  ${marks}\n`);
    for (const [test, verdict] of verdicts.entries()) {
      const name = this.#tests[test]?.id;
      if (this.#flags.details && verdict !== 'pass') {
        this.#write(`  ${name}: ${verdict}: ${details[test] ?? ''}\n`);
      }
      if (this.#flags.outputs && outputs[test] !== null) this.#write(`  ${name} returned ${outputs[test]}\n`);
    }
  }

  end(): void {}

  close(): void {
    this.#write(`\n. pass  F fail  E error  T timeout  M out of memory  - not run\n`);
  }
}
