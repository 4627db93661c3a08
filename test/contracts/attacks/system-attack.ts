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

/** A program that does this when it is called. */
export const does = (name: string, body: string, { setup = '', ...more }: More = {}): SystemAttack => ({
  name,
  code: inCall(body, setup),
  tests: TWO,
  seconds: 6,
  ...more,
});

/** A program that is right if it finds something. */
export const finds = (name: string, body: string, more: More = {}): SystemAttack => ({
  name,
  code: inCall(`${body}\nreturn 6 if found else 0`, ''),
  ...more,
});

/** A program that makes up its own answer, and ends. */
export const said = (name: string, data: string): SystemAttack => ({
  name,
  code: inCall(`tell(${data})\nos._exit(0)`, ''),
  cpuMs: 3000,
});

/** A wrong test that takes much to evaluate. */
export const cost = (name: string, ...lines: string[]): SystemAttack => ({
  name,
  code: 'def f(x): return x * 2',
  tests: [[...lines, 'assert f(3) == 7'].join('\n')],
  cpuMs: 2500,
});

/** A test that is right if it finds something. */
export const beside = (body: string) =>
  `import os, signal, stat\nfound = []\n${body}\nassert f(0) == 0 and found, found`;

/** Of what a process holds: one socket to its judge, and the null device. */
export const DESCRIPTORS = `for fd in os.listdir("/proc/self/fd") if os.access("/proc/self/fd", os.R_OK) else range(256):
    try: kind = os.fstat(int(fd)).st_mode
    except OSError: continue
    if stat.S_ISSOCK(kind): found.append(fd)
    elif not stat.S_ISCHR(kind) and not stat.S_ISDIR(kind): found += [fd, fd, fd]`;
