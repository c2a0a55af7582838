import type { Installation } from './installation.ts';

const RECOVERY = 'Recovery to a moment';
const CLUSTER = 'A database that survives its machine';

/** The servers and the nodes are restarted one by one while people write, and the units of the timers run once. */
export async function upgrade(installation: Installation): Promise<void> {
  const { operator, machines } = installation;
  await operator.do(machines.app, 'Put it on the internet', 'restartOneByOne');
  const { primary, synchronous, other } = await installation.untilHealthy();
  for (const node of [other, synchronous]) {
    await operator.do(node, CLUSTER, 'upgradePostgres');
    await operator.do(node, CLUSTER, 'restartNode', { db2: node.name });
    await installation.untilHealthy();
  }
  const before = await installation.untilHealthy();
  await operator.do(primary, CLUSTER, 'switchOver', { db1: primary.name, db2: before.synchronous.name });
  await installation.untilHealthy();
  await operator.do(primary, CLUSTER, 'upgradePostgres');
  await operator.do(primary, CLUSTER, 'restartNode', { db2: primary.name });
  const after = await installation.untilHealthy();
  await installation.judge(after.primary);
}

/** The services behind the timers, started by hand: on every node the backup, on one machine the check of it. */
export async function runTimersOnce(installation: Installation): Promise<void> {
  const { operator, machines, nodes } = installation;
  for (const node of nodes) await operator.do(node, RECOVERY, 'backUpNow');
  const { primary } = await installation.untilHealthy();
  const made = await primary.run('journalctl --no-pager --boot --unit vialkeep-base-backup@full.service');
  if (!made.includes('backup command end: completed successfully')) throw new Error(`No backup was made:\n${made}`);
  await operator.do(machines.app, RECOVERY, 'checkNow');
  console.log(
    await machines.app.run(
      'journalctl --no-pager --boot --output=cat --lines=12 --unit vialkeep-restore-check.service',
    ),
  );
  await installation.judge(primary);
}
