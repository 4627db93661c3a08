import { locateFunction } from '../syntax/locate-function.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { parsePython } from '../syntax/python-tree.ts';
import { READ_CHARACTERS } from '../syntax/reading-limits.ts';
import { cleanReply, fencedBlocks, mostBlocks } from './reply-text.ts';

/** The part of a reply that holds the method in a class: a fenced block, or all of it; null without one. */
export function methodProgram(reply: string, name: string, className: string | null): { readonly code: string } | null {
  const text = cleanReply(reply).slice(0, READ_CHARACTERS);
  const parts = [...mostBlocks(fencedBlocks(text)).map(({ code }) => code), text];
  const holds = (code: string) => {
    const tree = parsePython(code);
    return (locateFunction(tree, name, className) ?? locateFunction(tree, name, null)) !== null;
  };
  const found = parts.find((code) => isValidPython(code) && holds(code));
  return found === undefined ? null : { code: found };
}
