/** What a hostile program is after. */
export type Aim = 'forgery' | 'escape' | 'exhaustion' | 'poison';

/**
 * A program that tries to break one promise. Its test holds only if it succeeded, so `pass` is never an allowed
 * verdict. `needs` names what only some sandboxes have; where it is missing the program fails in another way.
 */
export interface HostileProgram {
  readonly name: string;
  readonly aim: Aim;
  readonly code: string;
  /** Statement that holds only when the attack worked; `assert f(3) == 6` unless told. */
  readonly test?: string;
  /** Left out where nothing isolates: it would harm the host. */
  readonly harmful?: true;
}
