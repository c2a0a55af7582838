import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '../harness/build-pages.ts';
import { callTable, startTable } from './report.ts';
import { inTurns, type Pace } from './rounds.ts';
import { LIST, setScene } from './scene.ts';
import { startTimes } from './start-times.ts';

/**
 * Measures the product against minimal servers that do the same work, in one run on one machine. `--short` is for CI:
 * it reports without targets. `--profile` writes a CPU profile of the product to test-artifacts.
 */
const root = resolve(import.meta.dirname, '../..');
const { values: asked } = parseArgs({
  options: { short: { type: 'boolean', default: false }, profile: { type: 'boolean', default: false } },
});
const pace: Pace = asked.short
  ? { rounds: 5, seconds: 0.25, warmUpSeconds: 0.5 }
  : { rounds: 30, seconds: 0.5, warmUpSeconds: 3 };

buildPages();
const scene = await setScene(asked.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(root, 'test-artifacts')}`] : []);
try {
  const { product, bare, token, userId } = scene;
  const lists = await inTurns(
    {
      product: { ...product, path: LIST, token },
      bare: { pid: bare.pid, port: bare.http, path: '/list' },
      named: { pid: bare.pid, port: bare.http, path: '/list-named' },
      withSession: { pid: bare.pid, port: bare.http, path: '/list-session-named' },
    },
    pace,
  );
  const reads = await inTurns(
    {
      product: { ...product, path: `/api/v1/utilities/check-agreement/${userId}/`, token },
      bare: { pid: bare.pid, port: bare.fastify, path: '/read' },
      named: { pid: bare.pid, port: bare.fastify, path: '/read-named' },
    },
    pace,
  );
  console.log(callTable(lists, reads, !asked.short));
} finally {
  await scene.close();
}
console.log(startTable(await startTimes(asked.short ? 1 : 5)));
