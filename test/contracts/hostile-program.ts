/** What a hostile program is after. */
export type Aim = 'forgery' | 'escape' | 'exhaustion' | 'poison';

/** A program that tries to break one promise. Its test holds only if it succeeded, so `pass` is never a right verdict. */
export interface HostileProgram {
  readonly name: string;
  readonly aim: Aim;
  readonly code: string;
  readonly test: string;
  /** Left out where nothing isolates: it would harm the host. */
  readonly harmful?: true;
}

/** Programs by name: the code, or the code and its test; without one, `assert f(3) == 6`. */
type Programs = Readonly<Record<string, string | readonly [code: string, test: string]>>;

export const attacks = (aim: Aim, programs: Programs): HostileProgram[] =>
  Object.entries(programs).map(([name, program]) => {
    const [code, test = 'assert f(3) == 6'] = [program].flat();
    return { name, aim, code: code as string, test };
  });

/** For the sandboxes that isolate: elsewhere root may touch every process and file. */
export const harmful = (aim: Aim, programs: Programs): HostileProgram[] =>
  attacks(aim, programs).map((attack) => ({ ...attack, harmful: true }));
