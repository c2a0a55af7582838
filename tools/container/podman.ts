import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from '../../server/testing/servers/install-with-apt.ts';

/** Podman with images and containers in a folder of their own. */
export type Podman = {
  /** Runs a command and returns its output; throws with the output if it fails. */
  readonly run: (...args: readonly string[]) => string;
  readonly tryRun: (...args: readonly string[]) => { readonly status: number; readonly output: string };
  /** Builds an image from local images alone; its steps use the network of the machine. */
  readonly build: (file: string, image: string, context: string) => void;
};

const PROGRAMS = {
  podman: '/usr/bin/podman',
  crun: '/usr/bin/crun',
  catatonit: '/usr/bin/catatonit',
  mmdebstrap: '/usr/bin/mmdebstrap',
};
/** The format with health checks, which OCI's lacks. */
const FORMAT = ['--format', 'docker'];

export function openPodman(folder: string): Podman {
  for (const [name, path] of Object.entries(PROGRAMS)) {
    if (!existsSync(path)) installWithApt(name);
    if (!existsSync(path)) throw new Error(`${name} was not found; install it (apt-get install ${name}).`);
  }
  const places = ['--root', join(folder, 'images'), '--runroot', join(folder, 'running'), '--runtime', PROGRAMS.crun];
  const tryRun = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(PROGRAMS.podman, [...places, ...args], { encoding: 'utf8' });
    return { status: status ?? 1, output: status === 0 ? stdout.trim() : `${stdout}${stderr}`.trim() };
  };
  const run = (...args: readonly string[]) => {
    const { status, output } = tryRun(...args);
    if (status !== 0) throw new Error(`podman ${args[0]} failed.\n${output}`);
    return output;
  };
  return {
    run,
    tryRun,
    build(file, image, context) {
      const own = ['--isolation', 'chroot', '--pull=never', '--network', 'host'];
      run('build', ...FORMAT, ...own, '--file', file, '--tag', image, context);
    },
  };
}
