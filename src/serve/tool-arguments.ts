import type { RpcMessage } from './line-transport.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The value of a text that is JSON; the text itself where it is none. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const asList = (value: unknown): unknown => {
  const list = unpacked(value);
  return list === undefined || Array.isArray(list) ? list : [typeof value === 'string' ? value : list];
};
const asNumber = (value: unknown): unknown => (typeof unpacked(value) === 'number' ? unpacked(value) : value);

/** Both names of the function are taken; the tool's own one wins. */
function withName(given: Arguments, name: string, other: string): Arguments {
  const { [other]: also, ...rest } = given;
  return also === undefined ? given : { [name]: also, ...rest };
}

/** The arguments of a tool as it wants them, where a client sends lists, numbers or all of them as texts of JSON. */
function mended(tool: string, given: Arguments): Arguments {
  const isSolve = tool === 'solve_python';
  const named = isSolve ? withName(given, 'function', 'entry_point') : withName(given, 'entry_point', 'function');
  const lists = isSolve ? ['examples'] : ['programs', 'tests'];
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => {
      if (lists.includes(name)) return [name, asList(value)];
      return [name, ['samples', 'max_cost'].includes(name) ? asNumber(value) : value];
    }),
  );
}

/** A message of which the arguments of a call are as its tool wants them. */
export function withToolArguments(message: RpcMessage): RpcMessage {
  if (message.method !== 'tools/call') return message;
  const { name, arguments: sent } = (message.params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  const given = unpacked(sent);
  if (typeof name !== 'string' || given === null || typeof given !== 'object' || Array.isArray(given)) return message;
  return { ...message, params: { ...message.params, arguments: mended(name, given as Arguments) } };
}
