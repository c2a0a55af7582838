import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../harness/seeded-random.ts';
import type { FullStack } from './full-stack.ts';
import { fill, type SmallDisk } from './small-disk.ts';

export type InjectedFault = { readonly name: string; readonly strike: () => Promise<void> };

const FULL_MS = { least: 1_000, most: 3_000 };

/**
 * The faults of the machine that the product runs on; full disks only if a small disk can be mounted. A disk stays full
 * until a call has been made meanwhile.
 */
export function injectedFaults(
  product: FullStack,
  disk: SmallDisk | null,
  dice: SeededRandom,
  somebodyCalled: () => Promise<void>,
): readonly InjectedFault[] {
  const full = (name: string, folder: string): InjectedFault => ({
    name,
    async strike() {
      const giveBack = fill(folder);
      try {
        await sleep(dice.between(FULL_MS.least, FULL_MS.most));
        await somebodyCalled();
      } finally {
        giveBack();
      }
    },
  });
  const server = async () => {
    await product.killServer();
    await product.startAgain();
  };
  return [
    { name: 'the server is killed', strike: server },
    { name: 'the database is killed', strike: async () => product.killDatabase('SIGKILL') },
    { name: 'the database is stopped at once', strike: async () => product.killDatabase('SIGQUIT') },
    {
      name: 'server and database are killed',
      async strike() {
        product.killDatabase('SIGKILL');
        await server();
      },
    },
    ...(disk
      ? [full('the disk is full', disk.dataDir), full('the disk of the files is full', join(disk.dataDir, 'files'))]
      : []),
  ];
}
