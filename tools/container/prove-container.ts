import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from '../harness/report.ts';
import { buildBaseImage } from './base-image.ts';
import { enterMountNamespace } from './mount-namespace.ts';
import { openPodman, type Podman } from './podman.ts';

/**
 * Builds the container file with Debian's podman and starts it with the deployed settings and the embedded database.
 * The base image is made here from Debian's packages and npm, so no registry of images is needed.
 */
enterMountNamespace();
const root = resolve(import.meta.dirname, '../..');
const NAME = 'vialkeep-proof';
/** Debian's runtime may not raise the limits of this process. */
const LIMITS = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=4096:4096'];
/** The servers of other programs are not needed for a start, and the machine's ports stay free. */
const ISOLATED = ['--cgroups=disabled', '--network', 'none'];
const WAIT_SECONDS = 300;

const folder = await mkdtemp(join(tmpdir(), 'vialkeep-container-'));
const podman = openPodman(folder);
try {
  const containerFile = join(root, 'deploy/container/Containerfile');
  const base = /^FROM (\S+)$/m.exec(await readFile(containerFile, 'utf8'))?.[1] ?? '';
  await buildBaseImage(podman, folder, `docker.io/library/${base}`);

  const began = performance.now();
  const secondsSince = () => Math.round((performance.now() - began) / 1000);
  podman.build(containerFile, 'localhost/vialkeep', root);
  const builtAfter = secondsSince();

  const settings = join(folder, 'settings.env');
  await writeFile(settings, withEmbeddedDatabase(await readFile(join(root, 'deploy/vialkeep.env'), 'utf8')));
  podman.run(
    'run',
    '--detach',
    '--init',
    '--name',
    NAME,
    ...ISOLATED,
    ...LIMITS,
    '--env-file',
    settings,
    'localhost/vialkeep',
  );
  const isHealthy = await becomesHealthy(podman);
  const ready = askReadiness(podman);
  const user = podman.tryRun('exec', NAME, 'id', '--user', '--name').output;
  podman.run('stop', '--time', '60', NAME);
  const exitCode = podman.run('inspect', '--format', '{{.State.ExitCode}}', NAME);
  report(
    {
      podman: podman.run('--version'),
      'base image': `${base}, made here`,
      'seconds to build': builtAfter,
      '/readyz': ready,
      'user in the container': user,
      'exit code after SIGTERM': exitCode,
    },
    {
      'the health check of the image succeeds': isHealthy,
      '/readyz answers 200': ready.startsWith('200 '),
      'the server does not run as root': user === 'vialkeep',
      'the server ends by itself when it is stopped': exitCode === '0',
    },
  );
  if (!isHealthy) console.log(podman.tryRun('logs', NAME).output);
} finally {
  podman.tryRun('rm', '--force', '--time', '0', NAME);
  podman.tryRun('rmi', '--all', '--force');
  await rm(folder, { recursive: true, force: true });
}

/** Leaves out what belongs to a second server and to a database of its own. */
function withEmbeddedDatabase(settings: string): string {
  return settings
    .split('\n')
    .filter((one) => /^\w+=/.test(one) && !/^(DATABASE_URL|PROXY_UPSTREAM)=/.test(one))
    .join('\n');
}

async function becomesHealthy({ tryRun }: Podman): Promise<boolean> {
  for (let waited = 0; waited < WAIT_SECONDS; waited += 1) {
    if (tryRun('healthcheck', 'run', NAME).status === 0) return true;
    await sleep(1_000);
  }
  return false;
}

function askReadiness({ tryRun }: Podman): string {
  const question = "fetch('http://127.0.0.1:3000/readyz').then(async (r) => console.log(r.status, await r.text()))";
  return tryRun('exec', NAME, 'node', '-e', question).output;
}
