import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programOf } from './debian-package.ts';

/** Finds or unpacks a real nginx. */
export function findNginx(folder: string): Promise<string> {
  return programOf('nginx', ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'], folder);
}

/**
 * A configuration around the product's that needs no root rights and writes only to the folder. With a master process
 * nginx can reload it.
 */
export async function nginxAround(program: string, folder: string, included: string, { withMaster = false } = {}) {
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  await writeFile(
    config,
    ['daemon off;', `pid ${join(folder, 'pid')};`, 'error_log stderr warn;', 'events {}']
      .concat(withMaster ? asTheSameUser() : ['master_process off;'])
      .concat('http {', 'access_log off;', ...temporary, `include ${included};`, '}')
      .join('\n'),
  );
  const args = ['-p', folder, '-c', config, '-e', 'stderr'];
  return {
    /** The command line before an option of nginx. */
    command: [program, ...args].join(' '),
    /** `nginx -t`: empty when the configuration is valid, or the message of nginx. */
    test(): string {
      const { status, stderr } = spawnSync(program, [...args, '-t'], { encoding: 'utf8' });
      return status === 0 ? '' : stderr;
    },
    start(): ChildProcess {
      return spawn(program, args, { stdio: 'ignore' });
    },
    async reload(): Promise<void> {
      const [code] = await once(spawn(program, [...args, '-s', 'reload'], { stdio: 'ignore' }), 'exit');
      if (code !== 0) throw new Error('nginx does not read its configuration anew.');
    },
  };
}

/** Workers of a master that root starts run as another user, who cannot enter the folder. */
function asTheSameUser(): string[] {
  return process.getuid?.() === 0 ? ['user root root;'] : [];
}
