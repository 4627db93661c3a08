import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';

const NOBODY = 65534;
/** Of the hostile programs every so many; `MUTAGREE_HOSTILE_EVERY=1` runs all of them. */
const every = process.env['MUTAGREE_HOSTILE_EVERY'] ?? '8';
const probe = await bubblewrapSandbox.probe();
// The other tests run as whoever started them; only root can become somebody else.
const isRoot = process.getuid?.() === 0;
// A mount of its own, since the checkout may lie where nobody else may look; it ends with the process.
const COMMAND = `mount --bind "$0" /mnt && cd /mnt && exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$@"`;

describe.skipIf(!probe.available || !isRoot)(`bubblewrap started by another user (${probe.detail})`, () => {
  test('starts, passes the canary, and no hostile program succeeds', { timeout: 300_000 }, async () => {
    const node = [process.execPath, '--import', 'tsx', 'test/live/hostile-as-nobody.ts', every];
    const { stdout } = await promisify(execFile)('unshare', ['-m', 'sh', '-c', COMMAND, packageRoot(), ...node], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp' },
    });
    const { uid, programs, succeeded, poisoned } = JSON.parse(stdout) as Record<string, unknown>;
    expect(uid).toBe(NOBODY);
    expect(programs).toBeGreaterThan(10);
    expect({ succeeded, poisoned }).toEqual({ succeeded: [], poisoned: [] });
  });
});
