import type { RunRecord } from '../../core/run-record.ts';
import { count, percent } from '../figures.ts';
import { html, type Markup } from './markup.ts';

interface MutatorCount {
  readonly family: string;
  variants: number;
  samples: number;
  right: number;
}

const ORIGINAL = 'original prompt';

function countByMutator({ variants, candidates, official, replies }: RunRecord): Map<string, MutatorCount> {
  const counts = new Map<string, MutatorCount>();
  const mutatorOf = new Map<string, string>();
  for (const { id, mutation } of variants) {
    const name = mutation?.mutator ?? ORIGINAL;
    const entry = counts.get(name) ?? { family: mutation?.family ?? '', variants: 0, samples: 0, right: 0 };
    entry.variants++;
    counts.set(name, entry);
    mutatorOf.set(id, name);
  }
  const entryOf = (variantId: string) => counts.get(mutatorOf.get(variantId) ?? '');
  for (const { purpose, variantId } of replies) {
    const entry = purpose === 'program' ? entryOf(variantId) : undefined;
    if (entry) entry.samples++;
  }
  const passed = new Set(
    official.filter((one) => one.passed).map((one) => JSON.stringify([one.taskId, one.candidateId])),
  );
  for (const { id, taskId, origins } of candidates) {
    if (!passed.has(JSON.stringify([taskId, id]))) continue;
    for (const { variantId } of origins) {
      const entry = entryOf(variantId);
      if (entry) entry.right++;
    }
  }
  return counts;
}

/** What each rewrite was applied to and how often programs written for it were right. */
export function mutatorSection(record: RunRecord): Markup {
  const counts = countByMutator(record);
  const leftAlone = new Map<string, Set<string>>();
  for (const { mutator, taskId } of record.refusals) {
    leftAlone.set(mutator, (leftAlone.get(mutator) ?? new Set()).add(taskId));
  }
  const names = [...new Set([...counts.keys(), ...leftAlone.keys()])];
  const rows = names.map((name) => {
    const { family, variants, samples, right } = counts.get(name) ?? { family: '', variants: 0, samples: 0, right: 0 };
    return html`<tr><th scope="row">${name}</th><td class="wide">${family}</td><td class="number">${count(variants)}</td><td class="number wide">${count(leftAlone.get(name)?.size ?? 0)}</td><td class="number">${count(right)}/${count(samples)}</td><td class="number">${samples > 0 ? percent(right / samples) : 'none'}</td></tr>
`;
  });
  return html`<section aria-labelledby="mutators-title">
<h2 id="mutators-title">Rewrites</h2>
<p class="quiet">Share of sampled programs that pass the official tests. The rewrites were applied to different tasks, so that the rows show what was drawn, not which rewrite is better.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Rewrites"><table>
<thead><tr><th scope="col">rewrite</th><th scope="col" class="wide">family</th><th scope="col" class="number">variants</th><th scope="col" class="number wide">tasks with a refusal</th><th scope="col" class="number">programs right</th><th scope="col" class="number">share</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
</section>
`;
}
