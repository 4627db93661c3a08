import { assertedValue, type FailureSighting } from '../core/explanation.ts';

const indented = (text: string, mark: string) =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');

const ENDED: Readonly<Record<string, string>> = {
  timeout: 'TimeoutError: timed out',
  'out-of-memory': 'MemoryError: out of memory',
};

/** The last source line that a traceback shows of a file; null where it shows none. */
function lineOf(traceback: string | null, file: 'program' | 'test'): string | null {
  const lines = traceback?.split('\n') ?? [];
  const at = lines.findLastIndex((line) => line.trimStart().startsWith(`File "${file}.py"`));
  return at === -1 ? null : (lines[at + 1]?.trim() ?? null);
}

/** The exception with its message; for a bare `assert` its comparison, if known. */
function messageOf({ detail, expected, returned }: Pick<FailureSighting, 'detail' | 'expected' | 'returned'>): string {
  const output = ENDED[detail ?? ''] ?? detail ?? '';
  if (output !== '' && !/^AssertionError(?:: ?)?$/.test(output)) return output;
  return expected !== null && returned !== null
    ? `AssertionError: assert ${returned} == ${expected}`
    : 'AssertionError';
}

/** As pytest would have printed it; empty where the run kept no more than "it failed". */
export function failureOutput(sighting: Omit<FailureSighting, 'program' | 'prompt' | 'taskId'>): string {
  const { test, detail, traceback } = sighting;
  if (detail === null && test === null && traceback === null) return '';
  const asserted = lineOf(traceback, 'test');
  const raised = lineOf(traceback, 'program');
  const expected = sighting.expected ?? assertedValue(asserted ?? '');
  // Of a test with many calls the last answer is the one that the failing assertion looked at.
  const returned = test?.includes('\n') ? (sighting.returned?.split('; ').at(-1) ?? null) : sighting.returned;
  const message = messageOf({ detail, expected, returned });
  const [type = ''] = message.split(':');
  return [
    '=== test session starts ===',
    ...(test === null ? [] : [indented(test.split('\n').slice(0, 20).join('\n'), '    ')]),
    `>       ${raised ?? asserted ?? test?.split('\n')[0] ?? ''}`,
    indented(message, 'E       '),
    `${raised === null ? 'test_program' : 'program'}.py:1: ${/^[A-Za-z_]+$/.test(type) ? type : 'AssertionError'}`,
    ...(traceback === null ? [] : [indented(traceback, '    ')]),
    '1 failed',
  ].join('\n');
}
