/**
 * The fewest CPU milliseconds that some calls took: garbage of others and a busy machine only add to them. Stops at the
 * first call that is quick enough.
 */
export function leastCpuMs(work: () => unknown, enough: number, tries = 4): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries && least >= enough; attempt++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
