import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { functionContext } from '../../python-source/prompts/function-context.ts';
import { locateFunction } from '../../python-source/syntax/locate-function.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { imageFor, imageRequest, SETUP_PLUGIN } from '../images/setup-image.ts';
import { parseRecord, wrongField } from '../reading/parse-record.ts';
import {
  dlBenchLabels,
  ownerName,
  type RepositoryFields,
  repositoryDate,
  repositoryFormat,
  repositoryLimitMs,
  repositoryPath,
} from './dl-bench-task.ts';
import { filledText, label, pythonName } from './record-task.ts';

const record = imageRequest.extend({
  id: label,
  path: repositoryPath,
  class: ownerName,
  function: pythonName,
  prompt: filledText,
  installed_source: z.string().nullish(),
  /** The whole file of `path`, from which requests show the code around the function. */
  module_source: z.string().nullish(),
  reference: z.string().nullish(),
  tests: z.array(filledText).min(1, { error: 'is an empty list; expected the ids of tests' }),
  stage: z.string().nullish(),
  task: z.string().nullish(),
  data: z.string().nullish(),
  seconds: z.number().positive({ error: 'is not above 0' }).nullish(),
});

/** Most characters of context in a request, besides signature, imports and the line of the class: 1,500 tokens. */
const CONTEXT_CHARACTERS = 6000;

/** Returns imports, the class with its constructor, and signatures of the module. @throws DatasetError */
function contextOf(value: z.output<typeof record>, raw: RawRecord): string | undefined {
  const { module_source: source, function: name, class: className } = value;
  if (!source) return undefined;
  const tree = parsePython(source);
  const found = locateFunction(tree, name, className);
  if (found) return functionContext(found, CONTEXT_CHARACTERS).code;
  const owned = className === null ? name : `${className}.${name}`;
  const hint = 'Give the text of the file that "path" names, or leave the field out.';
  throw wrongField(raw, 'module_source', `does not define "${owned}"`, hint);
}

function fieldsOf(raw: RawRecord): RepositoryFields {
  const value = parseRecord(record, raw);
  const { setup } = value;
  return {
    id: value.id,
    promptText: value.prompt,
    target: {
      image: { kind: 'recipe', recipe: imageFor(value) },
      path: value.path,
      functionName: value.function,
      className: value.class,
      wholeRoot: setup.root === 'sdist',
      pytestArgs: setup.pytest_args,
      plugin: setup.plugin === undefined ? null : SETUP_PLUGIN,
    },
    labels: dlBenchLabels(value),
    date: repositoryDate(raw),
    context: contextOf(value, raw),
    reference: value.installed_source ?? value.reference ?? undefined,
    nodes: value.tests,
    timeoutMs: repositoryLimitMs(value.seconds),
  };
}

/** DL-Bench tasks whose repositories come from package indexes only: each record lists the contents of its image. */
export const dlBenchLiveFormat: DatasetFormat = {
  name: 'dl-bench-live',
  title: 'DL-Bench (live)',
  source: github('alirezadaghigh99/DL-Bench', 'AGPL-3.0'),
  recognises: (value) => ['package', 'version', 'path', 'function', 'tests', 'setup'].every((field) => field in value),
  ...repositoryFormat(fieldsOf),
};
