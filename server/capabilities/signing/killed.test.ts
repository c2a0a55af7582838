import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestSignatures, signLinkForGuest } from '@vialkeep/contract/documents.ts';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { type Finished, login, requireFinished } from '@vialkeep/contract/session.ts';
import { sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withConnection } from '../../kernel/db/roles.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { documentsFor, newGuestLink, sealedBefore } from '../../testing/documents/signers.ts';
import { pathFor } from '../../testing/path-for.ts';
import { PASSWORD } from '../../testing/people.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let folder: string;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-killed-'));
});
afterAll(async () => {
  for (const child of processes) await kill9(child);
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Server = { child: ChildProcess; address: string };

async function startServer(): Promise<Server> {
  const program = resolve(import.meta.dirname, '../../testing/servers/working-server.ts');
  const databases = [inDatabase(inject('ownerUrl'), world.name), inDatabase(inject('runtimeUrl'), world.name)];
  const child = spawn(process.execPath, [program, ...databases, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  const [line] = await once(child.stdout, 'data');
  return { child, address: String(line).trim() };
}

async function kill9(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

type Sent = { params?: object; body?: object; token?: string };

async function call<R extends Route>(server: Server, route: R, input: Sent): Promise<Finished<Answer<R>>> {
  const response = await fetch(server.address + pathFor(route, input.params ?? {}, {}), {
    method: route.method,
    headers: {
      ...(input.body ? { 'content-type': 'application/json' } : {}),
      ...(input.token ? { authorization: `token ${input.token}` } : {}),
    },
    ...(input.body ? { body: JSON.stringify(input.body) } : {}),
  });
  if (!response.ok) throw new Error(`${route.path}: ${response.status} ${await response.text()}`);
  // @NOTE the schema belongs to this route; generic code cannot prove that its output is the route's answer.
  return requireFinished(route.answer.parse(await response.json()) as Answer<R>);
}

async function signAsGuest(server: Server, documentId: string): Promise<void> {
  const alias = await newGuestLink(world, documentId);
  const { signLink } = await call(server, signLinkForGuest, { params: { documentId: alias } });
  const signingId = new URL(signLink).pathname.replace('/sign/', '');
  await call(server, sign, { params: { signingId }, body: { full_name: 'Rosalind Marsh', agrees: true } });
}

/** Three documents, signed by a guest. The second test goes on with those of the first, or with its own if it runs alone. */
async function signDocuments(server: Server): Promise<void> {
  const { token } = await call(server, login, { body: { email: 'hc@vialkeep.test', password: PASSWORD } });
  await call(server, requestSignatures, { token, body: { name: 'Rosalind Marsh', email: 'r@m.test' } });
  for (const { document_id } of await documents()) await signAsGuest(server, document_id);
}

type Kept = { id: number; document_id: string; file: string | null };

const documents = () => world.sql<Kept>("select id, document_id, file from documents where signer_email = 'r@m.test'");

test('F067 after a server is killed between signing and sealing, the restart completes each document once', async () => {
  const first = await startServer();
  await signDocuments(first);
  // The running job is lost with the server, still locked; the other jobs wait.
  await kill9(first.child);
  const unsealed = await world.sql("select 1 from signings where state = 'signed' and sealed_at is null");
  expect(unsealed.length).toBeGreaterThan(0);
  expect(await world.sql("select 1 from signings where state = 'signed'")).toHaveLength(3);

  await startServer();
  await untilNoneIsPending();
  for (const { id, file } of await documents()) {
    const path = join(folder, 'files', file ?? '');
    await writeFile(join(folder, 'asked.pdf'), await readFile(path));
    const report = askPdfTool('pdfsig', ['-nocert', join(folder, 'asked.pdf')]);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
    const completions = await world.sql(
      "select 1 from audit_log where action = 'documents.complete' and subject_id = $1",
      [String(id)],
    );
    expect(completions).toHaveLength(1);
  }
  const sealed = await world.sql("select 1 from signing_events where kind = 'sealed'");
  expect(sealed).toHaveLength(3);
});

test('after a server is killed between the steps of a supplement, each document gets one supplement with the same bytes', async () => {
  if ((await documents()).length === 0) await signDocuments(await startServer());
  await untilNoneIsPending();
  for (const child of processes) await kill9(child);
  const papers = await documentsFor(world, 'r@m.test');
  await sealedBefore(world, papers);
  const ids = papers.map(({ provider_id }) => provider_id ?? '').toSorted();

  // A server killed after its first step leaves the row and no file. The next one waits for a lock at its last step.
  await world.sql(
    "insert into signing_supplements (signing_id, domain_id, login_changes) select id, domain_id, '{}' from signings where id = $1",
    [ids[0]],
  );
  await withConnection(inDatabase(inject('ownerUrl'), world.name), async (lock) => {
    await lock.query('begin');
    await lock.query('select 1 from signing_supplements where signing_id = $1 for update', [ids[0]]);
    const second = await startServer();
    await until('the first file is written', async () => (await supplementFiles()).length > 0);
    await kill9(second.child);
    await lock.query('rollback');
  });
  const [written] = await supplementFiles();
  expect(await world.sql('select 1 from signing_supplements where sealed_at is not null')).toEqual([]);

  await startServer();
  const sealed = () =>
    world.sql<{ signing_id: string; file: string }>(
      'select signing_id, file from signing_supplements where sealed_at is not null order by signing_id',
    );
  await until('all are supplemented', async () => (await sealed()).length === 3);
  const rows = await sealed();
  expect(rows.map(({ signing_id }) => signing_id)).toEqual(ids);
  expect(rows[0]?.file).toBe(`supplements/${written}`);
  expect((await supplementFiles()).toSorted()).toEqual(
    rows.map(({ file }) => file.replace('supplements/', '')).toSorted(),
  );
  const told = await world.sql("select subject_id from audit_log where action = 'signing.supplement' order by 1");
  expect(told.map(({ subject_id }) => String(subject_id)).toSorted()).toEqual(ids);
}, 300_000);

async function supplementFiles(): Promise<string[]> {
  const names = await readdir(join(folder, 'files', 'supplements')).catch(() => []);
  return names.filter((name) => name.endsWith('.pdf'));
}

async function untilNoneIsPending(): Promise<void> {
  await until('the documents are completed', async () => (await documents()).every(({ file }) => file !== null));
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error(`It did not come to this: ${what}.`);
}
