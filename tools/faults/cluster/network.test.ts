import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { CleanUp } from '../../harness/clean-up.ts';
import { openNetwork } from '../../harness/cluster/cluster-network.ts';
import { canStartCluster } from '../../harness/cluster/programs.ts';

const names = () => spawnSync('ip', ['-o', 'link'], { encoding: 'utf8' }).stdout;

test.runIf(process.platform === 'linux')(
  'clusters that start at the same time on one machine get different subnets',
  async () => {
    const cleanUps = [new CleanUp(), new CleanUp(), new CleanUp()];
    try {
      const networks = await Promise.all(cleanUps.map((cleanUp) => openNetwork(3, false, cleanUp)));
      expect(new Set(networks.map(({ clientAddress }) => clientAddress)).size).toBe(3);
      expect(new Set(networks.flatMap(({ addresses }) => addresses)).size).toBe(9);
    } finally {
      for (const cleanUp of cleanUps) await cleanUp.run();
    }
  },
);

test.runIf(canStartCluster())('the namespaces and the bridge of a cluster are removed with it', async () => {
  const cleanUp = new CleanUp();
  const { canCut, onNode } = await openNetwork(1, true, cleanUp);
  const [, , , name = ''] = onNode(0, []);
  const before = names();
  await cleanUp.run();
  // Not every machine lets its root make namespaces.
  expect(before.includes(`${name}@`)).toBe(canCut);
  expect(canCut && names().includes(name.replace(/1$/, ''))).toBe(false);
});

test('every step of a clean-up runs in reverse order, also after one that fails, and none can be added meanwhile', async () => {
  const cleanUp = new CleanUp();
  const ran: string[] = [];
  cleanUp.add(() => ran.push('first'));
  cleanUp.add(() => {
    ran.push('second');
    throw new Error('expected by the test');
  });
  cleanUp.add(() => ran.push('third'));
  const running = cleanUp.run();
  expect(() => cleanUp.add(() => {})).toThrow('The run is ending.');
  await Promise.all([running, cleanUp.run()]);
  expect(ran).toEqual(['third', 'second', 'first']);
  expect(cleanUp.hasBegun).toBe(true);
});
