import { RunningText, standsFree } from './prose-places.ts';
import { unwrapEnvelope } from './unwrap-envelope.ts';

const named = (open: string, close: string, names: string): [string, string][] =>
  names.split(' ').map((name) => [open.replace('NAME', name), close.replace('NAME', name)]);

/** Marks around a model's thoughts, the closing one of each opening one. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...named('<NAME>', '</NAME>', 'think thinking thought thoughts reasoning reflection scratchpad analysis reason'),
  ...named('<NAME:think>', '</NAME:think>', 'seed ds mm'),
  ...named('[NAME]', '[/NAME]', 'think thinking reasoning'),
  ...named('<|begin_of_NAME|>', '<|end_of_NAME|>', 'thinking thought reasoning think'),
  ...named('<|beginning_of_NAME|>', '<|end_of_NAME|>', 'thinking thought reasoning think'),
  ...named('<|NAME|>', '<|/NAME|>', 'think thinking'),
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel>thought', '<channel|>'],
  ['<unused94>thought', '<unused95>'],
]);
const CLOSING: ReadonlySet<string> = new Set(MARKS.values());

const alternatives = (marks: Iterable<string>) => [...marks].map((mark) => mark.replace(/[|[\]/]/g, '\\$&')).join('|');
const ANY_MARK = new RegExp(alternatives([...MARKS.keys(), ...CLOSING]), 'gi');

/** A reply in channels (gpt-oss): a channel's name, then its text. */
const CHANNEL = /<\|channel\|>\s*(\w+)[^<]{0,80}(?:<\|constrain\|>[^<]{0,80})?<\|message\|>/g;
const BEGINS_WITH_CHANNEL = /^\s*(?:<\|start\|>\s*assistant\s*)?<\|channel\|>/;
/** The same after an endpoint took the marks out. */
const BARE_CHANNELS = /^analysis(?=[A-Z\s"])[\s\S]*?assistantfinal/;
/** How Granite's thoughts end. */
const WORDED = /^\s*Here(?: is|'s) my thought process:?[\s\S]*?\n[ \t]*Here(?: is|'s) my response:?/i;

/** The last final channel; without one, the last that is not thoughts; empty where all are. */
function finalChannel(text: string): string {
  if (!BEGINS_WITH_CHANNEL.test(text)) return text.replace(BARE_CHANNELS, '').replace(WORDED, '');
  const channels = [...text.matchAll(CHANNEL)].map((found) => ({
    name: found[1],
    start: found.index + found[0].length,
  }));
  const chosen =
    channels.findLast(({ name }) => name === 'final') ?? channels.findLast(({ name }) => name !== 'analysis');
  return chosen ? text.slice(chosen.start) : '';
}

/** Where the thoughts that a mark opens end; null where they never do. */
function endOfThoughts(text: string, from: number, closing: string): number | null {
  const lower = new RegExp(alternatives([closing]), 'gi');
  lower.lastIndex = from;
  for (let found = lower.exec(text); found; found = lower.exec(text))
    if (standsFree(text, Math.max(found.index, from), lower.lastIndex)) return lower.lastIndex;
  return null;
}

const beginsLine = (text: string, index: number): boolean => {
  const before = text.slice(Math.max(0, index - 80), index);
  return /(?:^|\n)[ \t]*$/.test(before);
};

/**
 * Removes reasoning from a text: between its marks in running text, before a closing mark whose opening was in the
 * prompt, and after an unclosed one at the start of a line. Marks within code belong to the program. One pass, however
 * many are opened and never closed.
 */
export function dropReasoning(reply: string): string {
  const text = finalChannel(reply);
  const neverClosed = new Set<string>();
  let kept = '';
  let at = 0;
  const running = new RunningText(text);
  const marks = new RegExp(ANY_MARK);
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const name = mark[0].toLowerCase();
    if (neverClosed.has(name) || !running.holds(mark.index) || !standsFree(text, mark.index, marks.lastIndex)) continue;
    const closing = MARKS.get(name);
    if (closing === undefined) kept = '';
    const end = closing === undefined ? marks.lastIndex : endOfThoughts(text, marks.lastIndex, closing);
    if (end === null) {
      neverClosed.add(name);
      if (beginsLine(text, mark.index)) return kept + text.slice(at, mark.index);
      continue;
    }
    if (closing !== undefined) kept += text.slice(at, mark.index);
    at = end;
    marks.lastIndex = end;
    running.restartAt(end);
  }
  return kept + text.slice(at);
}

/** The text of a reply without its envelope and its reasoning. */
export const replyText = (reply: string): string => dropReasoning(unwrapEnvelope(reply));
