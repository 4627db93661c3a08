/** A pure function of a record, a prompt or a matrix (and a key) that is computed once for each, since many ask. */
export function oncePer<Subject extends object, Key extends readonly [key?: string | null], Result>(
  compute: (subject: Subject, ...key: Key) => Result,
): (subject: Subject, ...key: Key) => Result {
  const known = new WeakMap<Subject, Map<string | null | undefined, Result>>();
  return (subject, ...key) => {
    const own = known.get(subject) ?? new Map<string | null | undefined, Result>();
    known.set(subject, own);
    if (!own.has(key[0])) own.set(key[0], compute(subject, ...key));
    return own.get(key[0]) as Result;
  };
}
