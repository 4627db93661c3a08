/** A pure function of a record or a study that is computed once for each, since every report asks. */
export function oncePer<Subject extends object, Result extends object>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new WeakMap<Subject, Result>();
  return (subject) => {
    const result = known.get(subject) ?? compute(subject);
    known.set(subject, result);
    return result;
  };
}
