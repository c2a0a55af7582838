import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import { readMarks, type Write } from './marked-writes.ts';
import { leaderIn } from './operator.ts';
import { prepareNode, setUpApp, writeEtcdFile, writePatroniFiles } from './set-up.ts';

const RECOVERY = 'Recovery to a moment';
const CLUSTER = 'A database that survives its machine';
/** `archive_timeout` of patroni.yml, and as long again until the segment is in the repository. */
const LOST_AT_MOST_MS = 120_000;

/** Goes back to the moment between two writes that are a second apart. */
export async function restoreMoment(installation: Installation): Promise<void> {
  const { operator, machines, writes, nodes } = installation;
  const { primary } = await installation.untilHealthy();
  for (const node of nodes) await operator.do(node, RECOVERY, 'backUpNow');
  const { first, second, moment } = await writes.sleepDuring(async () => {
    const before = requireMark(await writes.writeMark());
    await sleep(500);
    const at = await primary.run("date -u '+%F %T.%6N+00'");
    await sleep(500);
    return { first: before, second: requireMark(await writes.writeMark()), moment: at.trim() };
  });
  await writes.untilMore();
  await operator.do(machines.app, RECOVERY, 'stopServers');

  await operator.do(primary, RECOVERY, 'pause');
  await operator.do(primary, RECOVERY, 'stopPostgres');
  await operator.do(primary, RECOVERY, 'restoreMoment', { '2026-11-17 10:00:00+00': moment });
  await operator.do(primary, RECOVERY, 'startRecovery');
  await operator.until(primary, RECOVERY, 'askRecovery', (said) => /^f$/m.test(said));
  await operator.until(primary, CLUSTER, 'list', (said) => leaderIn(said) === primary.name);
  await operator.do(primary, RECOVERY, 'resume');
  for (const node of nodes.filter((each) => each !== primary)) {
    await operator.do(primary, RECOVERY, 'buildAnew', { db2: node.name });
  }
  await installation.untilHealthy();
  await operator.do(primary, RECOVERY, 'restartPrimary', { db1: primary.name });
  await installation.untilHealthy();
  await operator.do(machines.app, 'Verifying', 'verify');

  const marks = await readMarks(primary);
  if (!marks.has(first.mark)) throw new Error('The write before the moment is not there.');
  if (marks.has(second.mark)) throw new Error('The write after the moment is still there.');
  writes.forgetAfter(first);
  await operator.do(machines.app, RECOVERY, 'startServers');
  await installation.judge(primary);
  await operator.do(primary, RECOVERY, 'checkArchive');
}

/** All machines are gone; the repository, the keys and the files are not. */
export async function loseSite(installation: Installation): Promise<void> {
  const { operator, machines, writes, nodes } = installation;
  const { app } = machines;
  await installation.untilHealthy();
  await writes.untilMore();
  // Outside the machines, as operators keep them.
  const copies = join(machines.folder, 'copies');
  await copyFolders(join(machines.folder, app.name, 'var/lib/vialkeep'), copies);
  await Promise.all([...nodes, app].map((machine) => machine.destroy()));
  const lostAt = Date.now();

  for (const machine of [...nodes, app]) {
    await machine.renewDisk();
    await machine.boot();
  }
  await Promise.all(nodes.map((node) => prepareNode(installation, node)));
  for (const node of nodes) await writeEtcdFile(installation, node, {});
  await Promise.all(nodes.map((node) => operator.do(node, CLUSTER, 'restartEtcd')));
  for (const node of nodes) await writePatroniFiles(installation, node);
  const [first] = nodes;
  if (!first) throw new Error('There are no nodes.');
  await operator.do(first, CLUSTER, 'makeFolder');
  await operator.do(first, CLUSTER, 'restoreNewest');
  await operator.do(first, CLUSTER, 'startRecovery');
  await operator.until(first, CLUSTER, 'askRecovery', (said) => /^f$/m.test(said));
  await operator.do(first, CLUSTER, 'stopPostgres');
  for (const node of nodes) await operator.do(node, CLUSTER, 'startPatroni');
  const { primary } = await installation.untilHealthy();
  for (const node of nodes) await operator.do(node, RECOVERY, 'enableBackups');
  await copyFolders(copies, join(machines.folder, app.name, 'var/lib/vialkeep'));
  await setUpApp(installation, app);
  const marks = await readMarks(primary);
  const isLost = ({ mark }: Write) => !marks.has(mark);
  const lost = writes.acknowledged.filter(isLost);
  const oldest = Math.max(0, ...lost.map(({ at }) => lostAt - at)) / 1_000;
  console.log(`    ${lost.length} acknowledged writes of the last ${oldest.toFixed(0)} s are not in the archive`);
  await installation.judge(primary, (write) => isLost(write) && lostAt - write.at < LOST_AT_MOST_MS);
  await operator.do(primary, RECOVERY, 'checkArchive');
}

async function copyFolders(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  await cp(from, to, { recursive: true, preserveTimestamps: true });
}

function requireMark(write: Write | null): Write {
  if (!write) throw new Error('A marked write was not acknowledged.');
  return write;
}
