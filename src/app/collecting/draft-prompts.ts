import { join } from 'node:path';
import { z } from 'zod';
import type { Candidate } from '../../collect/candidates.ts';
import { type ChatModel, isUnanswered } from '../../core/chat.ts';
import { hashOf } from '../../core/hash.ts';
import { JsonlLog } from '../../store/jsonl-log.ts';
import type { Context } from '../context.ts';

const MAX_TOKENS = 700;
/** Characters of the reference that a model is shown. */
const SHOWN = 8000;

const INSTRUCTION =
  'You write the description of a programming task from a finished function. Say what the function does, what it takes in and gives back with types and shapes, which errors it raises and how it treats boundaries, so that somebody who has not seen the code can write it. Do not show code and do not tell how it is done. Reply with the description alone.';

const draftLine = z.object({ key: z.string(), target: z.string(), prompt: z.string() });

/** What every prompt ends with: names without which the function cannot be written. */
function helperNote({ helpers }: Candidate): string {
  return helpers.length === 0
    ? ''
    : `\n\nThe module also defines ${helpers.map((name) => `\`${name}\``).join(', ')}, which it may call.`;
}

function introduction({ functionName, className, path }: Candidate): string {
  const what =
    className === null
      ? `a function \`${functionName}\``
      : `the method \`${functionName}\` of the class \`${className}\``;
  return `Write ${what} for the module \`${path}\`.`;
}

/** A docstring without the indentation of the lines below its first. */
function dedented(docstring: string): string {
  const [first = '', ...rest] = docstring.split('\n');
  const depths = rest.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return [first, ...rest.map((line) => line.slice(depth))].join('\n');
}

/** What makes an object is mostly documented by its class. */
function classNote({ functionName, className }: Candidate, classDocstring: string | null): string {
  const tells = functionName === '__init__' && classDocstring !== null;
  return tells ? `\n\nOf the class \`${className}\`:\n\n${dedented(classDocstring)}` : '';
}

/** The prompt that its own documentation makes. */
export function promptOfDocstring(candidate: Candidate, signature: string, classDocstring: string | null): string {
  const text = `${dedented(candidate.docstring)}${classNote(candidate, classDocstring)}`;
  return `${introduction(candidate)}\n\n\`\`\`python\n${signature}\n\`\`\`\n\n${text}${helperNote(candidate)}`;
}

/**
 * A prompt for each candidate by a model, from reference and docstring, for people to hint; a call that brings nothing
 * leaves its candidate out. Nothing is asked twice.
 *
 * @throws ModelError, StoreError, InterruptedError
 */
export async function draftPrompts(
  candidates: readonly {
    readonly candidate: Candidate;
    readonly reference: string;
    readonly classDocstring: string | null;
  }[],
  { model, work, context }: { readonly model: ChatModel; readonly work: string; readonly context: Context },
): Promise<ReadonlyMap<string, string>> {
  const { progress, signal } = context;
  const log = await JsonlLog.open(join(work, 'prompts.jsonl'), { schema: draftLine, keyOf: ({ key }) => key });
  const drafts = new Map<string, string>();
  progress.start('prompts', candidates.length);
  try {
    for (const { candidate, reference, classDocstring } of candidates) {
      const note = classNote(candidate, classDocstring);
      const key = hashOf(model.id, INSTRUCTION, candidate.target, reference, ...(note === '' ? [] : [note]));
      const known = log.get(key);
      const request = {
        messages: [
          { role: 'system' as const, content: INSTRUCTION },
          { role: 'user' as const, content: `${introduction(candidate)}\n\n${reference.slice(0, SHOWN)}${note}` },
        ],
        temperature: 0,
        topP: 1,
        maxTokens: MAX_TOKENS,
        sample: 0,
      };
      const reply = known ? null : await model.complete(request, signal);
      const text = known?.prompt ?? (reply && !isUnanswered(reply) ? reply.text.trim() : '');
      if (!known && text !== '') await log.append({ key, target: candidate.target, prompt: text });
      if (text !== '') drafts.set(candidate.target, `${introduction(candidate)}\n\n${text}${helperNote(candidate)}`);
      progress.advance();
    }
  } finally {
    await log.close();
  }
  return drafts;
}
