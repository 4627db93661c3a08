import type { TestBody } from '../../../src/core/program.ts';

/** Python with which an attack finds the sockets among its descriptors; it needs `os` and `stat`. */
export const FIND_SOCKETS = `def sockets():
    found = []
    for fd in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode): found.append(fd)
        except OSError: pass
    return found`;

/** A program, or a test, that is after the sandbox itself rather than a verdict. */
export interface SystemAttack {
  readonly name: string;
  readonly code: string;
  /** Tests that hold only where the attack worked; `assert f(3) == 6` unless told. */
  readonly tests?: readonly (string | TestBody)[];
  /** Indexes of tests that may pass; none unless told. */
  readonly honest?: readonly number[];
  /** Indexes of tests that have to pass. */
  readonly right?: readonly number[];
  /** Indexes of tests whose verdict has to be weak. */
  readonly weak?: readonly number[];
  /** Wall seconds that all of it may take on a machine with nothing else to do. */
  readonly seconds?: number;
  /** CPU milliseconds that judge and programs may take together. */
  readonly cpuMs?: number;
  readonly preload?: readonly string[];
  readonly official?: true;
  /** Known to succeed: what ought to be, once somebody finds the hint. */
  readonly open?: string;
}
