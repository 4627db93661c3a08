import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ChatMessage, PromptExample } from '../../src/core/chat.ts';
import type { Variant } from '../../src/core/mutation.ts';
import type { Task } from '../../src/core/task.ts';
import type { ReadOptions } from '../../src/datasets/dataset-format.ts';
import { datasetFormats } from '../../src/datasets/index.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { readExamples } from '../../src/datasets/read-examples.ts';
import { promptingInput } from '../../src/pipeline/ask-model.ts';
import { promptings, testStyles } from '../../src/prompting/index.ts';
import { otherForms, recordsOfFormat } from '../datasets/all-records.ts';
import { asJsonLines, type JsonObject, temporaryFile } from '../datasets/example-files.ts';

const goldens = new URL('../golden/requests/', import.meta.url);

const original = ({ id, prompt }: Task): Variant => ({
  id: `${id}::original`,
  taskId: id,
  prompt: prompt.text,
  mutation: null,
});

const section = (title: string, messages: readonly ChatMessage[]): string =>
  [`=== ${title}`, ...messages.map(({ role, content }) => `--- ${role}\n${content}`)].join('\n');

/** The format whose first task is shown in every prompting and style of tests; all others only in the default ones. */
const SHOWN_IN_ALL = 'human-eval';

/** The messages that the tasks of a format become: a prompt stands once, and a request in words that came before is named. */
async function requestsOf(name: string, records: readonly JsonObject[], options: ReadOptions = {}): Promise<string> {
  const file = await temporaryFile('tasks.jsonl', asJsonLines(records));
  const { tasks } = await readDataset(file, options);
  const solved: readonly PromptExample[] = await readExamples(file).catch(() => []);
  const named = new Map<string, string>();
  const parts = tasks.flatMap((task, at) => {
    const isShown = ({ name: own }: { readonly name: string }) =>
      own === 'zero-shot' || (at === 0 && (own === 'assertions' || name === SHOWN_IN_ALL));
    const examples = solved.filter(({ id }) => id !== task.id).slice(0, 1);
    const input = promptingInput(task, original(task), examples);
    const own = [task.prompt.text.trimEnd(), ...(task.entryPoint === null ? [] : [task.entryPoint])];
    const once = (title: string, messages: readonly ChatMessage[]) => {
      const text = section('', messages);
      const words = own.reduce((rest, each) => rest.replaceAll(each, '…'), text);
      const same = named.get(words);
      if (same !== undefined) return `=== ${task.id}: ${title}: as ${same}`;
      const isFirst = ![...named.values()].some((each) => each.startsWith(`${task.id}: `));
      named.set(words, `${task.id}: ${title}`);
      const shown = isFirst ? text : text.replaceAll(own[0] as string, '…');
      return shown.replace('=== ', `=== ${task.id}: ${title}`);
    };
    const programs = promptings.filter(isShown).flatMap((prompting) =>
      Array.from({ length: prompting.calls }, (_, call) => {
        const replies = ['1. The plan of the model.'].slice(0, call);
        const shown = prompting.examples ? input : { ...input, examples: [] };
        const step = prompting.calls > 1 ? `, call ${call + 1}` : '';
        return once(`program, ${prompting.name}${step}`, prompting.programMessages(shown, replies));
      }),
    );
    const tests = testStyles
      .filter(isShown)
      .map((style) => once(`tests, ${style.name}`, style.testMessages({ ...input, testsPerSample: 5 })));
    return [...programs, ...tests];
  });
  return `${parts.join('\n\n')}\n`;
}

// Read them when they change: no test knows whether a request asks for the right thing.
describe.each(datasetFormats.map(({ name }) => name))('%s', (name) => {
  test('its requests are the ones that were read', async () => {
    await expect(await requestsOf(name, recordsOfFormat(name))).toMatchFileSnapshot(`../golden/requests/${name}.txt`);
  });

  test('says of every task what its program is', async () => {
    const file = await temporaryFile('tasks.jsonl', asJsonLines(recordsOfFormat(name)));
    for (const { kind, gap, entryPoint } of (await readDataset(file)).tasks) {
      expect(kind).toMatch(/^(?:function|method|class|script|snippet)$/);
      expect(gap !== undefined).toBe(kind === 'snippet');
      if (kind === 'script') expect(entryPoint).toBeNull();
    }
  });
});

describe.each(Object.entries(otherForms))('%s', (name, { records, ...options }) => {
  test('its requests are the ones that were read', async () => {
    await expect(await requestsOf(name, records, options)).toMatchFileSnapshot(`../golden/requests/${name}.txt`);
  });
});

test('there is one file of requests for each format, and none beside', () => {
  expect(readdirSync(goldens).sort()).toEqual(
    [...datasetFormats.map(({ name }) => name), ...Object.keys(otherForms)].map((name) => `${name}.txt`).sort(),
  );
});
