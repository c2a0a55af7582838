import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A real nginx: the machine's own, or the distribution's package unpacked into this folder, which installs nothing. Never
 * lets a check pass because the checker is missing.
 */
export async function findNginx(folder: string): Promise<string> {
  const installed = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
  if (installed) return installed;
  await mkdir(folder, { recursive: true });
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: folder, stdio: 'ignore' });
  if (run('apt-get', 'download', 'nginx').status !== 0 && process.getuid?.() === 0) {
    run('apt-get', 'update');
    run('apt-get', 'download', 'nginx');
  }
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
  if (archive) run('dpkg', '-x', archive, folder);
  const unpacked = join(folder, 'usr', 'sbin', 'nginx');
  if (existsSync(unpacked)) return unpacked;
  throw new Error('nginx was not found, and what it checks cannot be left out; install it (apt-get install nginx).');
}

/** A configuration around ours that needs no right of root and touches nothing outside the folder. */
export async function nginxAround(program: string, folder: string, included: string) {
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  await writeFile(
    config,
    ['daemon off;', 'master_process off;', `pid ${join(folder, 'pid')};`, 'error_log stderr warn;', 'events {}']
      .concat('http {', 'access_log off;', ...temporary, `include ${included};`, '}')
      .join('\n'),
  );
  const args = ['-p', folder, '-c', config, '-e', 'stderr'];
  return {
    /** `nginx -t`: empty where the configuration is right, or what nginx says of it. */
    test(): string {
      const { status, stderr } = spawnSync(program, [...args, '-t'], { encoding: 'utf8' });
      return status === 0 ? '' : stderr;
    },
    start(): ChildProcess {
      return spawn(program, args, { stdio: 'ignore' });
    },
  };
}
