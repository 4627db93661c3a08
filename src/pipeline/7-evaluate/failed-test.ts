import { assertedValue, LONGEST_SIGHTING, shortened } from '../../core/explanation.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest } from '../../core/oracle.ts';
import type { CallsBody, SandboxResult } from '../../core/sandbox.ts';
import type { OfficialRecord } from '../../records/run-record.ts';

interface TestTexts {
  readonly test: string;
  readonly expected: string | null;
}

/** The sandbox's prefix for the failed call, such as `input 12: …`. */
export const INPUT = /^input (\d+): /;

function valueAt(json: string, at: number): string | null {
  try {
    const values: unknown = JSON.parse(json);
    const value = Array.isArray(values) ? (values as unknown[])[at] : undefined;
    return value === undefined ? null : JSON.stringify(value);
  } catch {
    return null;
  }
}

/** The call that failed, with its arguments as JSON; the function alone where it is not known which one did. */
function callTexts({ target, inputs, expected, only }: CallsBody, detail: string | null): TestTexts {
  const input = INPUT.exec(detail ?? '')?.[1];
  const at = typeof only === 'number' ? only : input === undefined ? null : Number(input);
  if (at === null) return { test: `${target}(…)`, expected: null };
  const values = valueAt(inputs, at);
  const first = expected?.[0];
  return {
    test: `${target}(${values === null ? '…' : values.slice(1, -1)})`,
    expected: first?.form === 'json' ? valueAt(first.text, at) : null,
  };
}

function textsOf({ body }: OfficialTest, detail: string | null): TestTexts {
  switch (body.kind) {
    case 'assertion':
      return { test: body.code, expected: assertedValue(body.code) };
    case 'method':
      return { test: `${body.method}\n\n${body.module}`, expected: null };
    case 'stdio':
      return { test: `standard input:\n${body.stdin}`, expected: body.expectedStdout };
    case 'calls':
      return callTexts(body, detail);
    case 'pytest':
      return { test: body.node, expected: null };
    default:
      return { test: body.module, expected: null };
  }
}

/** Equal where the same tests gave the same wrong values; null where one raised, hung, or nothing is known of its value. */
function behaviourOf(tests: readonly OfficialTest[], { verdicts, outputs, details }: SandboxResult): string | null {
  const wrong = tests.flatMap(({ id, body }, at) => {
    const verdict = verdicts[at];
    if (verdict === 'pass' || verdict === 'not-run') return [];
    // A repository's test tells no value, but pytest's message holds the two that differ.
    const seen =
      outputs[at] ??
      (body.kind === 'pytest' && /^(AssertionError: |assert )/.test(details[at] ?? '') ? details[at] : null);
    return [verdict === 'fail' && seen ? ([id, seen] as const) : null];
  });
  return wrong.length > 0 && wrong.every((one) => one !== null) ? hashOf(wrong) : null;
}

/** The program's behaviour on the first test that it did not pass, in texts of bounded length. */
export function failedTest(
  tests: readonly OfficialTest[],
  result: SandboxResult,
  at: number,
): OfficialRecord['failed'] {
  const first = tests[at];
  if (!first) return undefined;
  const { test, expected } = textsOf(first, result.details[at] ?? null);
  const short = (text: string | null | undefined) => (text ? shortened(text, LONGEST_SIGHTING.value) : (text ?? null));
  return {
    id: first.id,
    test: shortened(test, LONGEST_SIGHTING.test),
    expected: short(expected),
    returned: short(result.outputs[at]),
    behaviour: behaviourOf(tests, result),
  };
}
