import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'disks-'));
const disk = join(place, 'disk');
mkdirSync(disk);
afterAll(() => rmSync(place, { recursive: true }));

/** Opens the database on a separate disk that only this process sees, and returns its output. */
function openOn(mountOptions: string): { said: string; left: string[] } {
  const program = `
    import { readdirSync } from 'node:fs';
    import { openEmbedded } from ${JSON.stringify(new URL('embedded-database.ts', import.meta.url).href)};
    const said = await openEmbedded({ dataDir: ${JSON.stringify(disk)}, durable: false }).then(
      async (database) => (await database.stop(), 'opened'),
      (problem) => problem.name + ': ' + problem.message,
    );
    console.log(JSON.stringify({ said, left: readdirSync(${JSON.stringify(disk)}) }));`;
  const mounted = `mount -t tmpfs -o ${mountOptions} tmpfs "$1" && exec "$2" --input-type=module --eval "$3"`;
  const args = ['--mount', 'sh', '-c', mounted, 'sh', disk, process.execPath, program];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const canMount =
  process.platform === 'linux' && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', disk]).status === 0;

describe.runIf(canMount)('Disk of the data directory', () => {
  test('a read-only disk is refused in a sentence', () => {
    expect(openOn('ro')).toEqual({
      said: `StartupProblem: The data directory ${disk} cannot be written to.`,
      left: [],
    });
  });

  test('a disk that is too small for a database is refused in a sentence, and no partial files stay', () => {
    const { said, left } = openOn('size=4m');
    expect(said).toMatch(/^StartupProblem: The embedded database cannot be made in .*: .*No space left on device\.$/);
    expect(left).toEqual([]);
  });
});
