import { normaliseProgram, normaliseTest } from '../../src/python-source/renaming/normalise.ts';
import { undoRenames, undoRenamesInTest } from '../../src/python-source/renaming/undo-renames.ts';
import { cutCodetSolution, splitCodetTests } from '../../src/python-source/replies/codet-extraction.ts';
import { extractProgram } from '../../src/python-source/replies/extract-program.ts';
import { extractTests } from '../../src/python-source/replies/extract-tests.ts';
import { replaceFunction } from '../../src/python-source/replies/replace-function.ts';

/** Something that reads what a model wrote. */
export interface ReplyFunction {
  readonly name: string;
  read(text: string): unknown;
}

const PROMPT = 'import math\n\n\ndef f(x):\n    """Say it. It is long enough."""\n';
const FILE = 'import os\n\n\nclass C:\n    def f(self, x):\n        return x\n';
const RENAMES = { f: 'renamed_f', x: 'renamed' };

const completing = { entryPoint: 'f', promptText: PROMPT, completesPrompt: true };
const script = { entryPoint: null, promptText: 'Write it.', completesPrompt: false };

/** Every function of the product that is given a model's text, each on a whole reply. */
export const REPLY_FUNCTIONS: readonly ReplyFunction[] = [
  { name: 'extractProgram, completion', read: (text) => extractProgram(text, { ...completing, truncated: false }) },
  { name: 'extractProgram, truncated', read: (text) => extractProgram(text, { ...completing, truncated: true }) },
  { name: 'extractProgram, script', read: (text) => extractProgram(text, { ...script, truncated: false }) },
  { name: 'extractTests', read: (text) => extractTests(text, { entryPoint: 'f', truncated: false }) },
  {
    name: 'extractTests, repository',
    read: (text) =>
      extractTests(text, { entryPoint: 'f', location: { module: 'pkg.m', className: 'C' }, truncated: true }),
  },
  { name: 'normaliseProgram', read: (text) => normaliseProgram(text) },
  { name: 'normaliseTest', read: (text) => normaliseTest({ kind: 'assertion', code: text }) },
  {
    name: 'normaliseTest, method',
    read: (text) => normaliseTest({ kind: 'method', module: text, method: 'TestF.test_1' }),
  },
  { name: 'undoRenames', read: (text) => undoRenames(text, RENAMES, { entryPoint: 'f' }) },
  { name: 'undoRenames, hidden name', read: (text) => undoRenames(text, { g: 'f', y: 'x' }, { entryPoint: 'g' }) },
  {
    name: 'undoRenamesInTest',
    read: (text) => undoRenamesInTest({ kind: 'assertion', code: text }, { g: 'f', y: 'x' }),
  },
  { name: 'replaceFunction', read: (text) => replaceFunction(FILE, { name: 'f', className: 'C' }, text) },
  { name: 'cutCodetSolution', read: (text) => cutCodetSolution(text) },
  { name: 'splitCodetTests', read: (text) => splitCodetTests(text, 'f', 100) },
];
