import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { restartOneByOne } from './restart-one-by-one.ts';

const run = promisify(execFile);
const ports = process.argv.slice(2).map(Number);

/**
 * `npm run rolling-restart -- 3001 3002`: restarts the servers of deploy/systemd behind the nginx of deploy/nginx, as
 * root.
 */
if (ports.length < 2 || !ports.every((port) => Number.isInteger(port) && port > 0)) {
  console.error('Say which: npm run rolling-restart -- PORT PORT [PORT…]');
  process.exit(1);
}
try {
  await restartOneByOne({
    ports,
    upstreamFile: process.env.UPSTREAM_FILE ?? '/etc/nginx/vialkeep-upstream.conf',
    async reload() {
      await run('nginx', ['-t']);
      await run('nginx', ['-s', 'reload']);
    },
    async restart(port) {
      await run('systemctl', ['restart', `vialkeep@${port}`]);
    },
    say: (sentence) => console.log(sentence),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
