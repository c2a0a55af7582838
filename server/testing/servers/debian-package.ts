import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The path of an external program: the machine's, or that of the distribution's package unpacked into this folder,
 * which installs nothing. A check never passes because its program is missing.
 */
export async function programOf(name: string, places: readonly string[], folder: string): Promise<string> {
  const installed = places.find(existsSync);
  if (installed) return installed;
  await mkdir(folder, { recursive: true });
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: folder, stdio: 'ignore' });
  if (run('apt-get', 'download', name).status !== 0 && process.getuid?.() === 0) {
    run('apt-get', 'update');
    run('apt-get', 'download', name);
  }
  const [archive] = (await readdir(folder)).filter((file) => file.endsWith('.deb'));
  if (archive) run('dpkg', '-x', archive, folder);
  const unpacked = places.map((place) => join(folder, place)).find(existsSync);
  if (unpacked) return unpacked;
  throw new Error(
    `${name} was not found, and what it checks cannot be left out; install it (apt-get install ${name}).`,
  );
}
