import type { TestBody } from '../../../src/core/program.ts';

/** A program, or a test, that is after the sandbox itself rather than a verdict. */
export interface SystemAttack {
  readonly name: string;
  readonly code: string;
  /** Tests that hold only where the attack worked; `assert f(3) == 6` by default. */
  readonly tests?: readonly (string | TestBody)[];
  /** Indexes of tests that may pass; none by default. */
  readonly honest?: readonly number[];
  /** Indexes of tests that have to pass. */
  readonly right?: readonly number[];
  /** Wall seconds that all of it may take on a machine with nothing else to do. */
  readonly seconds?: number;
  /** CPU milliseconds that judge and programs may take together. */
  readonly cpuMs?: number;
}

type More = Omit<SystemAttack, 'name' | 'code'> & { readonly setup?: string };

/** Finds sockets among its descriptors, and writes frames of answers to them. */
const HEAD = `import os, stat, struct, time, signal, sys, threading, resource, mmap, socket, fcntl, ctypes, errno, select
def libc(): return ctypes.CDLL(None, use_errno=True)
def sockets():
    found = []
    for fd in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode): found.append(fd)
        except OSError: pass
    return found
def tell(data, claim=0):
    for fd in sockets():
        try:
            view = memoryview(struct.pack("<IQ", len(data), claim) + data)
            while view: view = view[os.write(fd, view):]
        except OSError: pass
`;
const inCall = (body: string, setup: string) =>
  `${HEAD}${setup}\ndef f(x):\n    found = []\n    ${body.replaceAll('\n', '\n    ')}\n    return None\n`;

export const TWO = ['assert f(3) == 6', 'assert f(4) == 8'];
export const ASKED = ['x = f(1)\nassert f(x) == 7'];

/** Programs, or what they do, by name; some with more to say. */
type Attacks = Readonly<Record<string, string | readonly [text: string, more: More]>>;

const each = (attacks: Attacks, codeOf: (text: string, setup: string) => string, usual: More = {}): SystemAttack[] =>
  Object.entries(attacks).map(([name, attack]) => {
    const [text, { setup = '', ...more }] = typeof attack === 'string' ? [attack, {} as More] : attack;
    return { name, code: codeOf(text, setup), ...usual, ...more };
  });

export const programs = (attacks: Attacks) => each(attacks, (code) => code);

/** Programs that do this when they are called. */
export const does = (attacks: Attacks) => each(attacks, inCall, { tests: TWO, seconds: 6 });

/** Programs that are right if they find something. */
export const finds = (attacks: Attacks) => each(attacks, (body) => inCall(`${body}\nreturn 6 if found else 0`, ''));

/** Programs that make up their own answer, and end. */
export const said = (attacks: Attacks) =>
  each(attacks, (data) => inCall(`tell(${data})\nos._exit(0)`, ''), { cpuMs: 3000 });

/** Wrong tests that take much to evaluate. */
export const cost = (tests: Readonly<Record<string, string>>): SystemAttack[] =>
  Object.entries(tests).map(([name, test]) => ({
    name,
    code: 'def f(x): return x * 2',
    tests: [`${test}\nassert f(3) == 7`],
    cpuMs: 2500,
  }));

/** A test that is right if it finds something. */
export const beside = (body: string) =>
  `import os, signal, stat\nfound = []\n${body}\nassert f(0) == 0 and found, found`;

/** Of what a process holds: one socket to its judge, and the null device. */
export const DESCRIPTORS = `for fd in os.listdir("/proc/self/fd") if os.access("/proc/self/fd", os.R_OK) else range(256):
    try: kind = os.fstat(int(fd)).st_mode
    except OSError: continue
    if stat.S_ISSOCK(kind): found.append(fd)
    elif not stat.S_ISCHR(kind) and not stat.S_ISDIR(kind): found += [fd, fd, fd]`;
