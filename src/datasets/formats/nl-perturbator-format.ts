import type { RawRecord } from '../../core/raw-record.ts';
import { readValue, writeStringLiteral } from '../../python-source/probes/python-value.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { loadHumanEval, rewriteCompletion } from './completion-task.ts';
import { loadMbpp, rewriteMbpp } from './mbpp-task.ts';

/** Columns of MBPP-R that hold lists of texts, as Python spells them. */
const LISTS = ['test_imports', 'test_list'] as const;

const isMbpp = (value: RawRecord['value']): boolean => 'test_list' in value;

/** MBPP's fields, the lists read. @throws DatasetError */
function asMbpp(raw: RawRecord): RawRecord {
  const lists = LISTS.filter((field) => field in raw.value).map((field) => {
    const given = raw.value[field];
    const texts = Array.isArray(given) ? given : pythonTexts(String(given));
    if (texts !== null) return [field, texts] as const;
    throw wrongField(raw, field, 'is not a list of texts as Python spells it', "Write it as ['assert f(1) == 2', …].");
  });
  return { ...raw, value: { ...raw.value, ...Object.fromEntries(lists) } };
}

/** Perturbed prompts of HumanEval and MBPP, one kind of perturbation per file, each with its original. */
export const nlPerturbatorFormat: DatasetFormat = {
  name: 'nl-perturbator',
  title: 'NLPerturbator (HumanEval-R, MBPP-R)',
  source: {
    title: 'Chen et al. 2024, "NLPerturbator: Studying the Robustness of Code LLMs to Natural Language Variations"',
    url: 'https://github.com/iCSawyer/NLPerturbator',
    licence: 'MIT',
  },
  recognises: (value) =>
    'prompt' in value && 'original_prompt' in value && ('test_list' in value || 'entry_point' in value),
  load: (records, options) => {
    const [first] = records;
    if (!first || !isMbpp(first.value)) return loadHumanEval(records, options);
    return loadMbpp(records.map(asMbpp), options);
  },
  rewrite(value, mutation) {
    if (!isMbpp(value)) return rewriteCompletion(value, mutation);
    const read = asMbpp({ value, file: '', line: 1 }).value;
    const written = rewriteMbpp(read, mutation);
    const spelled = LISTS.filter((field) => typeof value[field] === 'string').map((field) => {
      const same = JSON.stringify(written[field]) === JSON.stringify(read[field]);
      return [field, same ? value[field] : spelledTexts(written[field] as readonly string[])] as const;
    });
    return { ...written, ...Object.fromEntries(spelled) };
  },
};

/** The texts of a Python list of string literals, as `repr` writes it; null where it is anything else. */
function pythonTexts(source: string): string[] | null {
  const { root, hasError } = parsePython(`${source.trim()}\n`);
  const [statement, ...others] = root.namedChildren;
  const list = statement?.namedChildren[0];
  const value = hasError || others.length > 0 || list?.type !== 'list' ? null : readValue(list);
  const texts = value?.kind === 'list' ? value.items.map((item) => (item.kind === 'str' ? item.value : null)) : [null];
  return texts.every((text) => text !== null) ? texts : null;
}

/** Texts as Python's `repr` writes their list: in single quotes unless only they occur inside. */
const spelledTexts = (texts: readonly string[]): string =>
  `[${texts.map((text) => writeStringLiteral(text, text.includes("'") && !text.includes('"') ? '"' : "'")).join(', ')}]`;
