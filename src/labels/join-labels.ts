import { type Codebook, storedLabel } from './codebook.ts';

/** Values for the fields of a task file that a codebook names. */
export function labelFields(codebook: Codebook, labels: readonly string[]): Record<string, unknown> {
  const { field, second_field: secondField, several } = codebook;
  const stored = labels.map((name) => storedLabel(codebook, name));
  if (secondField !== undefined) return { [field]: stored[0] ?? null, [secondField]: stored[1] ?? null };
  return { [field]: several ? stored : (stored[0] ?? null) };
}
