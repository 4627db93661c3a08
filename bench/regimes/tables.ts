/** Values by regime, rule and task. */
export type Table = Map<string, Map<string, Map<string, number[]>>>;

export function add(table: Table, regime: string, rule: string, taskId: string, value: number): void {
  const rules = table.get(regime) ?? new Map<string, Map<string, number[]>>();
  table.set(regime, rules);
  const tasks = rules.get(rule) ?? new Map<string, number[]>();
  rules.set(rule, tasks);
  tasks.set(taskId, [...(tasks.get(taskId) ?? []), value]);
}

export const mean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;

/** A task's value is its mean over draws and parts. */
export const byTask = (tasks: ReadonlyMap<string, readonly number[]> | undefined) =>
  [...(tasks ?? [])].map(([, own]) => mean(own));

/** Values of all regimes together: every regime counts alike, a task's value is its mean over the regimes that have it. */
export function pooledTable(table: Table): Table {
  const pooled: Table = new Map();
  for (const rules of table.values()) {
    for (const [rule, tasks] of rules) {
      for (const [taskId, own] of tasks) add(pooled, `${table.size} regimes pooled`, rule, taskId, mean(own));
    }
  }
  return pooled;
}
