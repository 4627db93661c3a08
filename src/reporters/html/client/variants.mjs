import { append, chip, el, plural, quiet } from './dom.mjs';

/** @typedef {import('../task-page-data.ts').TaskPageData} Task */
/** @typedef {import('../task-page-data.ts').TaskRunData} Run */
/** @typedef {Task['variants'][number]} Variant */

/**
 * Steps as variantDiff writes them: keep n, drop -n, or new text.
 *
 * @param {string} original
 * @param {import('../variant-diff.ts').DiffSteps} steps
 */
function diffNodes(original, steps) {
  /** @type {(string | HTMLElement)[]} */
  const nodes = [];
  let at = 0;
  for (const step of steps) {
    if (typeof step === 'string') nodes.push(el('ins', {}, step));
    else if (step > 0) {
      nodes.push(original.slice(at, at + step));
      at += step;
    } else {
      nodes.push(el('del', {}, original.slice(at, at - step)));
      at -= step;
    }
  }
  nodes.push(original.slice(at));
  return nodes;
}

/** @param {readonly [number, number] | undefined} counts */
function sampleText(counts) {
  const [programs, right] = counts ?? [0, 0];
  return programs === 0 ? 'no program' : `${plural(programs, 'program')}, ${right} right`;
}

/** @param {Task} task @param {Variant} variant @param {Run} run @param {number} at */
function variantPane(task, variant, run, at) {
  const facts = [variant.family, variant.preserves].filter(Boolean).map((fact) => [chip(fact), ' ']);
  return [
    el('h4', {}, variant.name, ' ', quiet(sampleText(run.perVariant[at]))),
    el('p', {}, facts),
    variant.renames.length > 0 &&
      el(
        'p',
        {},
        'Renamed, and undone in programs and tests: ',
        variant.renames.map(([from, to], index) => [
          index > 0 && ', ',
          el('code', {}, from),
          ' to ',
          el('code', {}, to),
        ]),
        '.',
      ),
    el(
      'pre',
      { class: 'prompt', tabindex: 0, 'aria-label': `Prompt: ${variant.name}` },
      diffNodes(task.prompt, variant.diff),
    ),
  ];
}

/** @param {Task} task */
function refusalCard(task) {
  if (task.refusals.length === 0) return null;
  return el(
    'details',
    { class: 'card' },
    el(
      'summary',
      {},
      el('strong', {}, 'Places left alone'),
      ' ',
      quiet(`by ${plural(task.refusals.length, 'mutator')}`),
    ),
    el(
      'ul',
      {},
      task.refusals.map(({ mutator, reasons }) =>
        el(
          'li',
          {},
          mutator,
          ': ',
          reasons.map(([reason, count]) => reason + (count > 1 ? ` (${count} times)` : '')).join(', '),
        ),
      ),
    ),
  );
}

/**
 * A task's prompt and its variants: a list to choose from, and the chosen one as an inline diff against the original.
 *
 * @param {Task} task
 * @param {Run} run
 */
export function variantSection(task, run) {
  const pane = el('div', { class: 'variant-pane', 'aria-live': 'polite' });
  const buttons = task.variants.map((variant, at) =>
    el(
      'button',
      { type: 'button', 'aria-pressed': 'false', onclick: () => show(at) },
      el('span', { class: 'variant-name' }, variant.name),
      quiet(sampleText(run.perVariant[at])),
    ),
  );
  /** @param {number} chosen */
  function show(chosen) {
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === chosen));
    pane.replaceChildren();
    const variant = task.variants[chosen];
    if (variant) append(pane, variantPane(task, variant, run, chosen));
  }
  show(task.variants.length > 1 ? 1 : 0);
  return el(
    'section',
    {},
    el('h3', {}, 'Prompt and variants ', quiet(plural(task.variants.length, 'prompt'))),
    task.variants.length === 0
      ? el('pre', { class: 'prompt', tabindex: 0 }, task.prompt)
      : el(
          'div',
          { class: 'variants' },
          el('div', { class: 'variant-list', role: 'group', 'aria-label': 'Variants' }, buttons),
          pane,
        ),
    refusalCard(task),
  );
}
