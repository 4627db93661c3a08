import { callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import type { Study } from '../../records/study.ts';
import { failureLines, lossRows, lossWarnings, notSentLine } from '../call-figures.ts';
import { type Block, type Section, tableBlock, texts } from '../document.ts';
import { namedRuns, prefixed } from '../names.ts';

/** Calls that failed, and replies that were cut, refused, empty or unreadable; null if there are none. */
export function callsSection(study: Study): Section | null {
  const blocks = namedRuns(study).flatMap(({ name, record }): Block[] => {
    const outcomes = callOutcomes(record);
    const rows = lossRows(outcomes);
    const notSent = notSentLine(outcomes.sent);
    const reasons = failureLines(outcomes);
    const table = { id: 'calls', caption: prefixed(name, 'Lost calls'), note: '', head: ['lost', 'calls'] };
    return [
      ...texts(
        [...lossWarnings(outcomes), notSent && `${notSent}.`].map((line) => line && prefixed(name, line)),
        'note',
      ),
      ...(rows.length > 0 ? [tableBlock({ ...table, rows })] : []),
      ...(reasons.length > 0 ? [{ kind: 'list', items: reasons } as const] : []),
    ];
  });
  return blocks.length === 0 ? null : { id: 'calls', title: 'Calls', blocks };
}
