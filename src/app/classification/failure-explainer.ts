import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FailureExplainer, FailureSighting } from '../../core/explanation.ts';
import { packageRoot } from '../../package-root.ts';
import { type BugClassifier, kindsThatHold } from '../../taxonomy/bug-classifier.ts';
import type { FailedProgram } from '../../taxonomy/failed-program.ts';
import { failureOutput } from '../../taxonomy/failure-output.ts';
import { fittedClassifier } from '../../taxonomy/fitted-classifier.ts';

const chance = z.number().min(0).max(1);
const tableSchema = z.object({
  families: z.record(z.string(), z.object({ kinds: z.array(chance).length(14), right: chance })),
});

/** The classifier that comes with mutagree. */
export function bundledClassifier(): BugClassifier {
  const file = join(packageRoot(), 'data', 'taxonomy', 'bug-classifier.json');
  return fittedClassifier(tableSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).families);
}

/** What a run kept of a failure, as the classifiers read it. */
export function failedProgramOf(id: string, sighting: Omit<FailureSighting, 'taskId'>): FailedProgram {
  const { prompt, program, reference } = sighting;
  return {
    id,
    prompt,
    generated: program,
    pytestOutput: failureOutput(sighting),
    ...(reference === undefined ? {} : { reference }),
  };
}

/** How many pieces of evidence a run keeps of a failure. */
const MOST_EVIDENCE = 4;

/** What a run's reports say of its failures: the kinds that hold by the bundled rules, and what shows them. */
export function failureExplainer(classifier: BugClassifier = bundledClassifier()): FailureExplainer {
  return {
    name: classifier.name,
    explain: async ({ taskId, ...sighting }, signal) => {
      const found = await classifier.classify(failedProgramOf(taskId, sighting), signal);
      const kinds = kindsThatHold(found);
      const held = new Set(kinds.map(({ label }) => label));
      return {
        kinds: kinds.map(({ label, name, subKind }) => ({ label, name, ...(subKind ? { subKind } : {}) })),
        evidence: found.evidence.flatMap(({ label, text }) => (held.has(label) ? [text] : [])).slice(0, MOST_EVIDENCE),
      };
    },
  };
}
