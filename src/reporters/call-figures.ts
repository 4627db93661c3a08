import type { CallOutcomes, Loss } from '../records/report/run-schema.ts';
import { count, percent, plural } from './figures.ts';

const NAMES: Readonly<Record<Loss, string>> = {
  truncated: 'cut at --max-tokens',
  refused: 'refused by the model or its filter',
  empty: 'empty',
  unparsable: 'without a program or test that can be read',
  failed: 'failed',
};

const HINTS: Readonly<Record<Loss, string>> = {
  truncated:
    'Run the same command with a higher --max-tokens and the same --out: only what was cut is asked again. ' +
    'A reasoning model spends these tokens on thought first; a lower reasoning effort (--extra-body) leaves more for the answer.',
  refused: 'The prompts, or what stands in them, are what the filter declines; --retry-failed asks once more.',
  empty:
    'A reasoning model may answer nothing when its thought does not fit: raise --max-tokens. Else look at the log of the endpoint.',
  unparsable:
    'Read some of them in replies.jsonl: a base model, a wrong chat template or another --prompting is the usual cause.',
  failed: 'Fix what the reasons below name, then add --retry-failed to the same command.',
};

/** Every kind of lost call with its count, share and hint; kinds that did not occur are omitted. */
export function lossRows(outcomes: CallOutcomes): readonly (readonly [loss: Loss, name: string, figures: string])[] {
  const losses: readonly Loss[] = ['failed', 'refused', 'truncated', 'empty', 'unparsable'];
  return losses.flatMap((loss) => {
    const lost = outcomes[loss];
    return lost === 0
      ? []
      : [
          [
            loss,
            NAMES[loss],
            `${count(lost)} of ${count(outcomes.calls)} (${percent(lost / outcomes.calls)})`,
          ] as const,
        ];
  });
}

/** One line, such as `Of 400 calls, 3 failed, 12 cut at --max-tokens`; null where all went well. */
export function lossLine(outcomes: CallOutcomes): string | null {
  const rows = lossRows(outcomes);
  if (rows.length === 0) return null;
  return `Of ${plural(outcomes.calls, 'call')}, ${rows.map(([loss, name]) => `${count(outcomes[loss])} ${name}`).join(', ')}`;
}

/** Such as `12 of 400 calls (3.0 %) are …`, with the hint; for losses above 5 %. */
export function lossWarnings(outcomes: CallOutcomes): readonly string[] {
  return outcomes.alarming.map((loss) => {
    const lost = outcomes[loss];
    return `${count(lost)} of ${plural(outcomes.calls, 'call')} (${percent(lost / outcomes.calls)}) ${loss === 'failed' ? NAMES[loss] : `were ${NAMES[loss]}`}: figures of this run are about these too. ${HINTS[loss]}`;
  });
}

/** Why calls failed, the commonest first, such as `3 calls of 2 tasks: … (model-content-filtered)`. */
export function failureLines({ reasons }: CallOutcomes): readonly string[] {
  return reasons.map(
    ({ code, message, calls, tasks }) => `${plural(calls, 'call')} of ${plural(tasks, 'task')}: ${message} (${code})`,
  );
}

/** Fields that the model refused, so that the endpoint's default applied; null if all were accepted. */
export function notSentLine({ without, known }: CallOutcomes['sent']): string | null {
  const fields = Object.entries(without);
  if (fields.length === 0) return null;
  const parts = fields.map(([field, times]) =>
    times === known ? field : `${field} (${count(times)} of ${count(known)} replies)`,
  );
  return `The model refuses ${parts.join(', ')}: not sent, so that the endpoint's own default held`;
}

/** How requests were accepted, as facts; empty if no reply records it. */
export function sentFacts(sent: CallOutcomes['sent']): (readonly [name: string, value: string])[] {
  if (sent.known === 0) return [];
  return [
    ['asked at', sent.endpoints.join(', ')],
    ['token limit sent as', sent.tokensFields.join(', ')],
    ['not sent', notSentLine(sent) ?? 'everything was accepted as asked for'],
  ];
}
