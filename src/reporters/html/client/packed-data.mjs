import { byId } from './dom.mjs';

/** @type {Map<string, Promise<any>>} */
const unpacked = new Map();

/** @param {string} text */
async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

/** @param {string} id */
export const hasData = (id) => Boolean(byId(id));

/**
 * What stands packed in the script element of this id: raw deflate of JSON, as base64. Unpacked when it is first asked
 * for, so that a page with hundreds of tasks opens at once.
 *
 * @param {string} id
 * @returns {Promise<any>}
 */
export function dataOf(id) {
  const known = unpacked.get(id);
  if (known) return known;
  const data = inflate(byId(id).textContent ?? '');
  unpacked.set(id, data);
  return data;
}
