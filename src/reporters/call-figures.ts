import type { CallOutcomes, Loss } from '../analysis/calls/call-outcomes.ts';
import { count, percent, plural } from './figures.ts';

/** Kinds of lost calls in the order of reports: the name after a count, and what to do. */
const LOSSES: readonly (readonly [loss: Loss, name: string, hint: string])[] = [
  ['failed', 'failed', 'Fix what the reasons below name, then add --retry-failed to the same command.'],
  [
    'refused',
    'refused by the model or its filter',
    'The filter declines these prompts or something in them; --retry-failed asks once more.',
  ],
  [
    'truncated',
    'cut at --max-tokens',
    'Run the same command with a higher --max-tokens and the same --out: only what was cut is asked again. ' +
      'A reasoning model spends these tokens on thought first; a lower reasoning effort (--extra-body) leaves more for the answer.',
  ],
  [
    'empty',
    'empty',
    'A reasoning model may answer nothing when its thought does not fit: raise --max-tokens. Else look at the log of the endpoint.',
  ],
  [
    'unparsable',
    'without a program or test that can be read',
    'Read some of them in replies.jsonl: a base model, a wrong chat template or another --prompting is the usual cause.',
  ],
];

const shareOf = (lost: number, { calls }: CallOutcomes, noun = count(calls)) =>
  `${count(lost)} of ${noun} (${percent(lost / calls)})`;

/** Name and share of every kind of lost call; kinds that did not occur are omitted. */
export function lossRows(outcomes: CallOutcomes): readonly (readonly [name: string, figures: string])[] {
  const occurred = LOSSES.filter(([loss]) => outcomes[loss] > 0);
  return occurred.map(([loss, name]) => [name, shareOf(outcomes[loss], outcomes)]);
}

/** One line, such as `Of 400 calls, 3 failed, 12 cut at --max-tokens`; null where all went well. */
export function lossLine(outcomes: CallOutcomes): string | null {
  const parts = LOSSES.flatMap(([loss, name]) => (outcomes[loss] > 0 ? [`${count(outcomes[loss])} ${name}`] : []));
  return parts.length === 0 ? null : `Of ${plural(outcomes.calls, 'call')}, ${parts.join(', ')}`;
}

/** Such as `12 of 400 calls (3.0 %) were …`, with the hint; for losses above 5 %. */
export function lossWarnings(outcomes: CallOutcomes): readonly string[] {
  return LOSSES.filter(([loss]) => outcomes.alarming.includes(loss)).map(([loss, name, hint]) => {
    const share = shareOf(outcomes[loss], outcomes, plural(outcomes.calls, 'call'));
    return `${share} ${loss === 'failed' ? name : `were ${name}`}: the figures of this run include them. ${hint}`;
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
  return `The model refuses ${parts.join(', ')}: not sent, so that the endpoint's default applied`;
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
