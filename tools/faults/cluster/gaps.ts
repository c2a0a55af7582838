import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import type { ClusterNode } from '../../harness/cluster/cluster-node.ts';

/** The parts of the time without a database, in milliseconds since the strike, and the longest time without a write. */
export type Gap = { readonly elected: number; readonly behindHaproxy: number; readonly withoutWrites: number };

const EVERY_MS = 50;
const LONGEST_WAIT_MS = 180_000;

/** Watches a cluster from now on: when another node is the primary, when clients reach it, when a write is confirmed. */
export function watchGap(cluster: Cluster, old: ClusterNode, acknowledged: () => number, isElecting: boolean) {
  const since = performance.now();
  const elapsed = () => performance.now() - since;
  let elected = 0;
  let behindHaproxy = 0;
  let withoutWrites = 0;
  let isOver = false;
  const writes = (async () => {
    let last = acknowledged();
    let at = performance.now();
    while (!isOver) {
      const now = acknowledged();
      withoutWrites = Math.max(withoutWrites, performance.now() - at);
      if (now !== last) {
        last = now;
        at = performance.now();
      }
      await sleep(EVERY_MS);
    }
  })();
  return {
    /** Waits until a new primary serves writes again. */
    async untilOver(): Promise<void> {
      const until = async (isTrue: () => Promise<boolean> | boolean) => {
        while (!(await isTrue()) && elapsed() < LONGEST_WAIT_MS) await sleep(EVERY_MS);
        return elapsed();
      };
      if (isElecting) elected = await until(async () => ![null, old].includes(await cluster.leaderIfAny()));
      behindHaproxy = await until(() => cluster.canWrite());
      const confirmed = acknowledged() + 2;
      await until(() => acknowledged() >= confirmed);
    },
    async stop(): Promise<Gap> {
      isOver = true;
      await writes;
      return { elected, behindHaproxy, withoutWrites };
    },
  };
}
