import { findFunction } from '../../python-source/syntax/python-names.ts';
import type { Question } from '../../records/solution.ts';
import type { Call } from '../../serve/read-call.ts';
import { otherLanguage, type Wanted, wantedBy } from '../solving/entry-point.ts';
import { type AnswerForm, textMessages } from './model-answer.ts';

/** A request that asks for a Python program. */
export type ProgramRequest = { readonly question: Question; readonly form: AnswerForm };

/** A program request, or the reason why a request is not one. */
type CodeRequest = ProgramRequest | { readonly reason: string };

/** Fields that an answer made of several replies cannot support. */
const BEYOND_US: readonly (readonly [field: string, isSaid: (value: unknown) => boolean])[] = [
  ['tools', (value) => Array.isArray(value) && value.length > 0],
  ['functions', (value) => Array.isArray(value) && value.length > 0],
  ['logprobs', (value) => value !== false && value !== null && value !== 0],
  ['suffix', (value) => typeof value === 'string' && value !== ''],
  ['echo', (value) => value === true],
  ['audio', (value) => value !== null],
  ['prediction', (value) => value !== null],
  // The endpoint alone keeps the history of a response.
  ['previous_response_id', (value) => value !== null],
  ['conversation', (value) => value !== null],
  ['background', (value) => value === true],
];
/** No program fits in fewer tokens: such requests check that the server answers. */
const FEWEST_TOKENS = 64;

const WHAT = 'function|method|class|generator|decorator|funktion|klasse|methode';
const WHAT_ELSE = 'program|programm|script|skript|code|solution|problem|task|aufgabe|implementation';
const MAKE =
  'write|implement|create|complete|define|develop|provide|generate|solve|code|finish|fill|schreibe?|implementiere|erstelle';
const asks = (what: string) => new RegExp(`\\b(?:${MAKE})\\b[^\\n]{0,120}?\\b(?:${what})s?\\b`, 'iu');
const ASKS = asks(WHAT);
const ASKS_ELSE = asks(`${WHAT}|${WHAT_ELSE}`);
/** Questions about existing code. */
const OTHER_WORK =
  /^\W*(?:please\s+|can you\s+|could you\s+|would you\s+|i want you to\s+)*(?:explain|describe|why|what|when|who|how|review|refactor|fix|debug|translate|document|summari[sz]e|optimi[sz]e|improve|compare|rename|reformat|format|convert|add|change|remove|update|list|name|tell|is|are|does|do|should)\b/iu;
const BESIDE_CODE =
  /\b(?:write|create|generate|add)\b[^.\n]{0,40}\b(?:unit ?tests?|tests?|test cases?|docstrings?|documentation|comments?|readme|commit message|e-?mail|essay|story|poem|article|blog|letter|summary|sql|query|regex)\b/iu;
/** Editors and agents that apply the answer ask for more than a program: a file listing, edits, a call of a tool. */
const EDIT_FORMAT =
  /\bfile listing|\bsearch\/replace\b|<<<<<<< ?SEARCH|\bedit(?:ing)? (?:blocks?|format)\b|\b(?:unified diff|udiff|diff format)\b|\bapply_patch\b|<(?:tool|function|edit|write_to_file)\w*>|\bJSON (?:object|schema|format)\b/i;
const MARKDOWN = /```|code block|markdown|fenced/i;

function wanted(text: string): Wanted | null {
  if (text.trim() === '' || otherLanguage(text) !== null) return null;
  return wantedBy(text);
}

/** Whether a text asks for a program to be written, by its own words. */
function asksForProgram(text: string, found: Wanted): boolean {
  if (OTHER_WORK.test(text)) return false;
  if ('isMethod' in found) return true;
  if ('name' in found) {
    // In the first fence that defines something, otherwise in all of it.
    const fences = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
    const code = fences.find((each) => /^\s*(?:async\s+)?(?:def|class)\s/m.test(each)) ?? text;
    const stub = findFunction(code, found.name);
    if (stub) return !stub.implemented;
  }
  if (BESIDE_CODE.test(text)) return false;
  return 'unnamed' in found ? ASKS.test(text) : ASKS_ELSE.test(text) || 'script' in found;
}

function inChat(call: Call): CodeRequest {
  const messages = textMessages(call);
  if (!messages) return { reason: 'content' };
  const last = messages.at(-1);
  if (last?.role !== 'user') return { reason: 'last-message' };
  const found = wanted(last.content);
  if (!found) return { reason: last.content.trim() === '' ? 'not-code' : 'other-language' };
  if (!asksForProgram(last.content, found)) return { reason: 'not-code' };
  if (messages.some(({ role, content }) => role !== 'assistant' && EDIT_FORMAT.test(content))) {
    return { reason: 'edit-format' };
  }
  const form = messages.some(({ role, content }) => role !== 'assistant' && MARKDOWN.test(content))
    ? 'fenced'
    : 'plain';
  return { question: { prompt: last.content, before: messages.slice(0, -1) }, form };
}

function inCompletion({ body }: Call): CodeRequest {
  const given = body['prompt'];
  const prompt = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof prompt !== 'string') return { reason: 'content' };
  const found = wanted(prompt);
  if (!found || !('name' in found)) return { reason: 'not-code' };
  const stub = findFunction(prompt, found.name);
  // A continuation begins at the end of the prompt: inside the unfinished function.
  return stub && !stub.implemented && prompt.trimEnd().length <= stub.whole.end
    ? { question: { prompt }, form: 'continuation' }
    : { reason: 'not-code' };
}

/** Returns what a request asks for: a program, or a reason to pass it on. */
export function codeRequest(call: Call): CodeRequest {
  const { kind, body, maxTokens } = call;
  const beyond = BEYOND_US.find(([field, isSaid]) => body[field] !== undefined && isSaid(body[field]));
  if (beyond) return { reason: beyond[0] };
  if (maxTokens !== null && maxTokens < FEWEST_TOKENS) return { reason: 'few-tokens' };
  return kind === 'completion' ? inCompletion(call) : inChat(call);
}
