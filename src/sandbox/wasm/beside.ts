import type { CandidateSeat } from './candidate-seat.ts';
import type { WasmFrame } from './frames.ts';
import type { Ending, InterpreterSeat } from './interpreter-seat.ts';

interface Outcome {
  readonly tester: Ending;
  /** How the program ended; null for a test that concerns none. */
  readonly candidate: Ending | null;
  /** What the test's process says of it. */
  readonly body: Buffer;
}

/**
 * One test in a process of its own, beside the program in another: its questions are passed on, and each side has its
 * own limits. Where somebody killed one of them from outside, both begin again, once.
 */
export async function runBeside(
  { header, body }: WasmFrame,
  seats: { readonly tester: InterpreterSeat; readonly candidate: CandidateSeat },
): Promise<{ header: object; body: Buffer }> {
  const first = await runOnce(header, body, seats);
  const killed = first.tester.kind === 'killed' || first.candidate?.kind === 'killed';
  const { tester, candidate, body: outcome } = killed ? await runOnce(header, body, seats) : first;
  return { header: { tester, candidate }, body: outcome };
}

async function runOnce(
  header: WasmFrame['header'],
  body: Buffer,
  { tester, candidate }: { tester: InterpreterSeat; candidate: CandidateSeat },
): Promise<Outcome> {
  const [programBytes = 0] = header['sizes'] as readonly number[];
  const alone = header['alone'] === true;
  const limitMs = Number(header['testMs']);
  const { timeoutMs, memoryMib, maxCells } = header;
  if (!alone) {
    const sizes = [programBytes];
    await candidate.open({ op: 'session', timeoutMs, memoryMib, maxCells, sizes }, body.subarray(0, programBytes));
  }
  // What a test may need more than its program is for importing, which is not time asleep.
  const wallMs = Number(timeoutMs) * 3 + limitMs + 1000;
  await tester.begin({ op: 'test', timeoutMs: limitMs, wallMs, memoryMib }, body.subarray(programBytes));
  for (;;) {
    const step = await tester.next(limitMs, 'ask');
    if ('ending' in step) {
      return { tester: step.ending, candidate: alone ? null : await candidate.hangUp(), body: step.body };
    }
    const said = alone ? null : await candidate.say(step.frame.body);
    tester.tell({ op: 'answer', gone: said === null }, said ?? undefined);
  }
}
