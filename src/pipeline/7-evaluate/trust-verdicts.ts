import type { GivenTask } from '../../core/given-samples.ts';
import { hashOf } from '../../core/hash.ts';
import type { Candidate } from '../../core/program.ts';
import { sampleKey } from '../../core/program.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import type { StoredOfficial } from '../../records/run-store.ts';

/** What a trusted verdict says of itself. */
const TRUSTED = 'as the samples say it';

/**
 * Stage 7 without running anything: a program passes as the file of the samples says. Programs that are equal by syntax
 * tree are one program; where the file says both of them, what it says of the most samples counts, a failure where
 * they are even.
 */
export async function trustVerdicts(
  tasks: readonly { readonly taskId: string; readonly candidates: readonly Candidate[] }[],
  given: ReadonlyMap<string, GivenTask>,
  rows: { get(key: string): StoredOfficial | undefined; append(row: StoredOfficial): Promise<void> },
): Promise<readonly OfficialRecord[]> {
  const records: OfficialRecord[] = [];
  for (const { taskId, candidates } of tasks) {
    const said = new Map(given.get(taskId)?.programs.map((program) => [sampleKey(program), program.passed]));
    for (const { id: candidateId, origins } of candidates) {
      const verdicts = origins.flatMap((origin) => said.get(sampleKey(origin)) ?? []);
      const passing = verdicts.filter(Boolean).length;
      const passed = 2 * passing > verdicts.length;
      const mixed = passing > 0 && passing < verdicts.length;
      const detail = mixed ? `${TRUSTED}: ${passing} of ${verdicts.length} equal programs pass` : TRUSTED;
      const record: OfficialRecord = { taskId, candidateId, passed, verdict: passed ? 'pass' : 'fail', detail };
      const key = hashOf('trusted', record);
      if (!rows.get(key)) await rows.append({ key, ...record });
      records.push(record);
    }
  }
  return records;
}
