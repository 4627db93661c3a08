/** A task's prompt and its variants as inline diffs. */
export const PROMPTS = `
/** Steps as variantDiff writes them: keep n, drop -n, or new text. */
function diffNodes(original, steps) {
  const nodes = [];
  let at = 0;
  for (const step of steps) {
    if (typeof step === 'string') nodes.push(el('ins', {}, step));
    else if (step > 0) { nodes.push(original.slice(at, at + step)); at += step; }
    else { nodes.push(el('del', {}, original.slice(at, at - step))); at -= step; }
  }
  nodes.push(original.slice(at));
  return nodes;
}

const sampleText = (variant) => variant.programs === 0
  ? 'no program'
  : plural(variant.programs, 'program') + ', ' + variant.right + ' right';

function variantCard(task, variant, isOpen) {
  const facts = [variant.family, variant.preserves].filter(Boolean).map((fact) => chip(fact));
  return el('details', { class: 'card', open: isOpen },
    el('summary', {}, el('strong', {}, variant.name), ' ', facts, ' ', quiet(sampleText(variant))),
    variant.renames.length > 0 && el('p', {}, 'renamed, and undone in programs and tests: ',
      variant.renames.map(([from, to], index) => [index > 0 && ', ', el('code', {}, from), ' to ', el('code', {}, to)])),
    el('pre', { class: 'prompt', tabindex: 0 }, diffNodes(task.prompt, variant.diff)));
}

function promptSection(task) {
  const [original, ...mutants] = task.variants;
  const isOpen = mutants.length <= 8;
  return el('section', {},
    el('h3', {}, 'Prompt and variants'),
    el('details', { class: 'card', open: true },
      el('summary', {}, el('strong', {}, 'original'), ' ', original && quiet(sampleText(original))),
      el('pre', { class: 'prompt', tabindex: 0 }, task.prompt)),
    mutants.map((variant) => variantCard(task, variant, isOpen)),
    task.refusals.length > 0 && el('details', { class: 'card' },
      el('summary', {}, el('strong', {}, 'places left alone'), ' ', quiet('by ' + plural(task.refusals.length, 'mutator'))),
      el('ul', {}, task.refusals.map(({ mutator, reasons }) => el('li', {}, mutator, ': ',
        reasons.map(([reason, count]) => reason + (count > 1 ? ' (' + count + ' times)' : '')).join(', '))))));
}
`;
