import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exportSample, verifySample } from '@vialkeep/contract/inspections.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askPdfTool } from '../../../testing/documents/pdf-tools.ts';
import { type SignedDocument, signAllDocuments } from '../../../testing/documents/signers.ts';
import { addTestInspection, enterInspection } from '../../../testing/inspections/open-inspection.ts';
import { unzip } from '../../../testing/privacy/unzip.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { timestampSealsJob } from '../../timestamps/index.ts';

let world: World;
let folder: string;
let inspector: Caller;
let patient: number;
let signed: readonly SignedDocument[];
let files: Map<string, Buffer>;
beforeAll(async () => {
  world = await newWorld();
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-inspection-'));
  // The files of the demo network's own documents are not in the folder of this test.
  const [person] = await world.sql<{ id: number; name: string; email: string }>(
    `select users.id, username as name, email from users join active_relations on subject_id = users.id
     where object_id = $1 and kind = 'center' and plan_id = 2
       and exists (select from vials where patient_id = users.id and state = 'stored')
       and not exists (select from documents where signer_id = users.id) limit 1`,
    [await world.idOf('hc@vialkeep.test')],
  );
  if (!person) throw new Error('Every patient with vials has documents.');
  patient = person.id;
  signed = await signAllDocuments(world, await world.as('hc'), person);
  const cause = { actorId: null, userId: null, sessionId: null, requestId: 'job' };
  await timestampSealsJob.run({}, world.app.services, cause);
  inspector = await enterInspection(
    world,
    await addTestInspection(world, await world.as('admin'), { with_names: true }),
  );
  const zip = await world.send(inspector, exportSample, { params: { id: patient } });
  if (zip.headers['content-type'] !== 'application/zip') throw new Error(zip.body);
  files = unzip(zip.rawPayload);
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

function run(command: string, args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error) throw error;
  return { status, text: stdout + stderr };
}

const checkSums = () => run('sha256sum', ['-c', 'SHA256SUMS']);
const checkSignature = () =>
  run(
    'openssl',
    'cms -verify -binary -inform DER -in manifest.p7s -content SHA256SUMS -CAfile certificates/seal-authority.pem -purpose any -out /dev/null'.split(
      ' ',
    ),
  );
const checkSeal = (name: string) => askPdfTool('pdfsig', ['-nocert', join(folder, name)]);

/** Runs a check while one byte of a file is changed. */
async function withFlippedByte<T>(name: string, place: (size: number) => number, check: () => T): Promise<T> {
  const path = join(folder, name);
  const sound = await readFile(path);
  const changed = Buffer.from(sound);
  const at = place(sound.length);
  changed[at] = (changed[at] ?? 0) ^ 1;
  await writeFile(path, changed);
  try {
    return check();
  } finally {
    await writeFile(path, sound);
  }
}

const third = (size: number) => Math.floor(size / 3);

describe('The export of a sample', () => {
  test('the ZIP has the summary, the data, every signed document with its time stamp, hashes and a signature', () => {
    const papers = [...files.keys()].filter((name) => /^documents\/.+\.pdf$/.test(name));
    expect(papers).toHaveLength(signed.length);
    for (const name of [
      'summary.pdf',
      ...['custody', 'vials', 'entries', 'documents', 'changes', 'openings'].map((part) => `data/${part}.ndjson`),
      ...papers.map((name) => `${name}.tsr`),
      'certificates/seal-authority.pem',
      'HOW-TO-CHECK.txt',
      'manifest.json',
      'SHA256SUMS',
      'manifest.p7s',
    ]) {
      expect([...files.keys()], name).toContain(name);
    }
    const rows = files.get('data/custody.ndjson')?.toString().trim().split('\n') ?? [];
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(JSON.parse(row)).toHaveProperty('kind');
    expect(askPdfTool('pdftotext', [join(folder, 'summary.pdf'), '-'])).toContain(`#${patient}`);
  });

  test('sha256sum checks every file but the list and its signature, and finds one changed byte in each', async () => {
    expect(checkSums()).toMatchObject({ status: 0 });
    const covered = [...files.keys()].filter((name) => name !== 'SHA256SUMS' && name !== 'manifest.p7s');
    expect(checkSums().text.match(/: OK$/gm)).toHaveLength(covered.length);
    let found = 0;
    for (const name of covered.filter((it) => (files.get(it)?.length ?? 0) > 0)) {
      const { status, text } = await withFlippedByte(name, third, checkSums);
      expect(status, name).not.toBe(0);
      expect(text).toContain(`${name}: FAILED`);
      found += 1;
    }
    process.stdout.write(`sha256sum: one changed byte found in ${found} of ${found} files\n`);
  });

  test('openssl accepts the signature of the list, and refuses it after one changed byte in either', async () => {
    const sound = checkSignature();
    expect(sound.text).toContain('CMS Verification successful');
    expect(sound.status).toBe(0);
    for (const name of ['SHA256SUMS', 'manifest.p7s']) {
      const size = files.get(name)?.length ?? 0;
      const place = name === 'manifest.p7s' ? () => size - 20 : third;
      expect((await withFlippedByte(name, place, checkSignature)).status, name).not.toBe(0);
    }
  });

  test('pdfsig accepts the seal of the summary and of every document, and finds one changed byte in each', async () => {
    const sealed = [...files.keys()].filter((name) => name.endsWith('.pdf'));
    for (const name of sealed) {
      expect(checkSeal(name), name).toContain('Signature is Valid.');
      expect(checkSeal(name), name).toContain('Total document signed');
      expect(await withFlippedByte(name, third, () => checkSeal(name)), name).not.toContain('Signature is Valid.');
    }
    process.stdout.write(`pdfsig: ${sealed.length} of ${sealed.length} seals valid, one changed byte found in each\n`);
  });

  test('openssl accepts the time stamp of every document', () => {
    for (const name of [...files.keys()].filter((it) => it.endsWith('.tsr'))) {
      const { text } = run(
        'openssl',
        `ts -verify -in ${name} -data ${name.replace(/\.tsr$/, '')} -CAfile certificates/time-stamp-authority.pem`.split(
          ' ',
        ),
      );
      expect(text, name).toContain('Verification: OK');
    }
  });
});

describe('Verify', () => {
  const verify = () => world.call(inspector, verifySample, { params: { id: patient } });

  test('an intact sample is verified with its chains, seals and time stamps', async () => {
    expect(await verify()).toMatchObject({
      intact: true,
      faults: [],
      documents: signed.length,
      seals: signed.length,
      timestamps: signed.length,
    });
    const counted = await verify();
    for (const part of ['custody_events', 'vials', 'audit_rows', 'batches'] as const) {
      expect(counted[part], part).toBeGreaterThan(0);
    }
  });

  test('a changed byte of a document’s file is named', async () => {
    const [document] = signed;
    const path = join(world.app.services.settings.dataDir, 'files', document?.file ?? '');
    const sound = await readFile(path);
    const changed = Buffer.from(sound);
    changed[third(sound.length)] = (changed[third(sound.length)] ?? 0) ^ 1;
    await writeFile(path, changed);
    expect((await verify()).faults).toEqual([`Document ${document?.id}: its file is missing or was changed.`]);
    await writeFile(path, sound);
    expect((await verify()).intact).toBe(true);
  });

  test('a changed event of custody, a changed vial, a changed audit row and a changed opening are each named', async () => {
    const faultsAfter = async (table: string, change: string, undo: string) => {
      await world.sql(`alter table ${table} disable trigger user`);
      await world.sql(change);
      const { faults } = await verify();
      await world.sql(undo);
      await world.sql(`alter table ${table} enable trigger user`);
      return faults.join(' ');
    };
    const ofPatient = `where patient_id = ${patient} and position = 1`;
    expect(
      await faultsAfter(
        'custody_events',
        `update custody_events set at = at + interval '1 second' ${ofPatient}`,
        `update custody_events set at = at - interval '1 second' ${ofPatient}`,
      ),
    ).toContain('Custody, event 1: the chain is broken.');
    const vial = `where id = (select max(id) from vials where patient_id = ${patient})`;
    expect(
      await faultsAfter(
        'vials',
        `update vials set state = 'withdrawn' ${vial}`,
        `update vials set state = 'stored' ${vial}`,
      ),
    ).toMatch(/Custody, event \d+: vial .+ is withdrawn and should be stored/);
    const row = 'where domain_id = 1 and position = 2';
    expect(
      await faultsAfter(
        'audit_log',
        `update audit_log set action = action || '.' ${row}`,
        `update audit_log set action = rtrim(action, '.') ${row}`,
      ),
    ).toContain('Change 2 of the site was altered.');
    const [part] = await world.sql<{ name: string }>(
      `select tableoid::regclass::text as name from access_records where subject_id = ${patient} order by at desc limit 1`,
    );
    expect(
      await faultsAfter(
        part?.name ?? '',
        `update ${part?.name} set reason = reason || '.' where subject_id = ${patient} and inspection_id is not null`,
        `update ${part?.name} set reason = rtrim(reason, '.') where subject_id = ${patient} and inspection_id is not null`,
      ),
    ).toContain('an opening was changed, added or removed');
    expect((await verify()).intact).toBe(true);
  });
});
