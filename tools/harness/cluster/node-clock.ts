import { chmodSync, existsSync, globSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from '../../../server/testing/servers/install-with-apt.ts';

const LIBRARY = '/usr/lib/*/faketime/libfaketime.so.1';

/** Installs the library that shifts the clock of a program, where it is missing; null where that is not possible. */
export function findClockLibrary(): string | null {
  if (globSync(LIBRARY).length === 0) installWithApt('libfaketime');
  return globSync(LIBRARY)[0] ?? null;
}

export type NodeClock = {
  /** The programs of PostgreSQL, of which the server reads the time from the clock. */
  readonly bin: string;
  /** Lets Patroni read the time from the clock. */
  readonly env: Readonly<Record<string, string>>;
};

/** Makes a clock for a node, which is right until it is set. */
export function makeClock(library: string, folder: string, bin: string): NodeClock {
  setClock(folder, 0);
  const own = join(folder, 'bin');
  mkdirSync(own);
  for (const program of readdirSync(bin))
    if (program !== 'postgres') symlinkSync(join(bin, program), join(own, program));
  const variables = [
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${clockOf(folder)}`,
    // The file is read again after a second.
    'FAKETIME_CACHE_DURATION=1',
    // Setting the clock of a machine does not change the time since its start.
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
  ];
  writeFileSync(join(own, 'postgres'), `#!/bin/sh\nexec env ${variables.join(' ')} ${join(bin, 'postgres')} "$@"\n`);
  chmodSync(join(own, 'postgres'), 0o755);
  // The library fails in the sleep of Python 3.11, so Python reads the file itself.
  const python = join(folder, 'python');
  mkdirSync(python);
  writeFileSync(join(python, 'sitecustomize.py'), SHIFTED_PYTHON(clockOf(folder)));
  return { bin: own, env: { PYTHONPATH: python } };
}

const SHIFTED_PYTHON = (file: string) => `import time
read_time = time.time
def shifted_time():
    with open('${file}') as clock:
        text = clock.read().strip().rstrip('s')
    return read_time() + float(text or 0)
time.time = shifted_time
`;

/** Removes the shared memory that killed processes of the library have left; its names end with their ids. */
export function removeClockRemains(): void {
  for (const path of globSync('/dev/shm/*faketime_*_*')) {
    if (!existsSync(`/proc/${path.slice(path.lastIndexOf('_') + 1)}`)) rmSync(path, { force: true });
  }
}

/** Sets the clock of a node ahead or behind. */
export function setClock(folder: string, seconds: number): void {
  writeFileSync(clockOf(folder), `${seconds < 0 ? '' : '+'}${seconds}s\n`);
}

function clockOf(folder: string): string {
  return join(folder, 'clock');
}
