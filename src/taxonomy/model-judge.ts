import { type ChatModel, isUnanswered } from '../core/chat.ts';
import type { BugClassifier } from './bug-classifier.ts';
import { BUG_KINDS, type BugLabel, bugKind, bugLabelOf } from './bug-kinds.ts';
import type { FailedProgram } from './failed-program.ts';
import { readFailure } from './read-failure.ts';
import { subKindOf } from './sub-kinds.ts';

/** A labelled failure that the judge is shown. */
export interface JudgeExample {
  readonly failure: FailedProgram;
  readonly label: BugLabel;
}

const PART = 2500;
const MAX_TOKENS = 200;

/** The end of a long text: what failed stands there. */
function tail(text: string): string {
  return text.length > PART ? `[…]\n${text.slice(-PART)}` : text;
}

function head(text: string): string {
  return text.length > PART ? `${text.slice(0, PART)}\n[…]` : text;
}

function describe(failure: FailedProgram): string {
  const { output } = readFailure(failure);
  const parts = [
    ['Prompt', head(failure.prompt)],
    ['Program', head(failure.generated)],
    ...(failure.reference === undefined ? [] : [['Right program', head(failure.reference)]]),
    ['Test output', tail(output.text === '' ? failure.pytestOutput : output.text)],
  ];
  return parts.map(([title, text]) => `${title}:\n${text}`).join('\n\n');
}

const INSTRUCTION = `You say why a generated program failed its tests. The kinds of bug are:
${BUG_KINDS.map(({ label, name, definition }) => `${label}. ${name}: ${definition}`).join('\n')}

Answer with one JSON object and nothing else: {"labels": [numbers of the kinds that hold, one to three, likeliest first], "evidence": "the line or statement that shows it, in one sentence"}.`;

/** Reads labels and evidence; tolerates text around the object. Nothing where there is none. */
function readAnswer(text: string): { labels: BugLabel[]; evidence: string } {
  const labels: BugLabel[] = [];
  const list = /"labels"\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  for (const [number] of list.matchAll(/\d+/g)) {
    const label = bugLabelOf(Number(number));
    if (label !== null && !labels.includes(label)) labels.push(label);
  }
  const quoted = /"evidence"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  try {
    return { labels, evidence: quoted === undefined ? '' : (JSON.parse(quoted) as string) };
  } catch {
    return { labels, evidence: '' };
  }
}

/** Examples of one kind that the judge is shown. */
const EXAMPLES_A_KIND = 2;

/** The first two examples of each kind, in the order of the kinds; never the failure itself. */
function shownExamples(examples: readonly JudgeExample[], failure: FailedProgram): JudgeExample[] {
  const others = examples.filter((example) => example.failure.id !== failure.id);
  return BUG_KINDS.flatMap(({ label }) =>
    others.filter((example) => example.label === label).slice(0, EXAMPLES_A_KIND),
  );
}

/** What each named place is worth before the fallback's scores fill the rest. */
const PLACE_SHARES = [0.6, 0.2, 0.1];

/**
 * A language model as judge: it gets the definitions, a few labelled examples and the failure. Its labels come first;
 * `fallback` ranks the kinds that it does not name, and all of them where it names none.
 */
export function modelJudge(
  model: ChatModel,
  examples: readonly JudgeExample[],
  fallback: BugClassifier,
): BugClassifier {
  return {
    name: 'model',
    summary: 'a language model with the definitions of the kinds and a few labelled examples',
    classify: async (failure, signal) => {
      const shown = shownExamples(examples, failure).flatMap(({ failure: example, label }) => [
        { role: 'user' as const, content: describe(example) },
        {
          role: 'assistant' as const,
          content: JSON.stringify({ labels: [label], evidence: bugKind(label).definition }),
        },
      ]);
      const reply = await model.complete(
        {
          messages: [{ role: 'system', content: INSTRUCTION }, ...shown, { role: 'user', content: describe(failure) }],
          temperature: 0,
          topP: 1,
          maxTokens: MAX_TOKENS,
          sample: 0,
        },
        signal,
      );
      const { labels, evidence } = readAnswer(isUnanswered(reply) ? '' : reply.text);
      const own = await fallback.classify(failure, signal);
      if (labels.length === 0) return own;
      const shares = new Map(labels.map((label, at) => [label, PLACE_SHARES[at] ?? 0]));
      const left = 1 - [...shares.values()].reduce((sum, share) => sum + share, 0);
      const rest = own.labels.filter(({ label }) => !shares.has(label)).reduce((sum, { score }) => sum + score, 0);
      const read = readFailure(failure);
      const ranked = own.labels.map(({ label, name, score }) => {
        const subKind = subKindOf(label, read);
        const share = shares.get(label) ?? (rest === 0 ? 0 : (left * score) / rest);
        return { label, name, score: share, ...(subKind === null ? {} : { subKind }) };
      });
      const place = (label: BugLabel) => (labels.includes(label) ? labels.indexOf(label) : labels.length);
      ranked.sort((a, b) => place(a.label) - place(b.label) || b.score - a.score || a.label - b.label);
      const text = evidence === '' ? 'the model named it without a reason' : evidence;
      const verdict = [{ label: labels[0] as BugLabel, text }];
      // What it names first is its decision, however near the rest is ranked.
      const alsoHolds = labels;
      return {
        id: failure.id,
        labels: ranked,
        evidence: [...verdict, ...own.evidence],
        alsoHolds,
      };
    },
  };
}
