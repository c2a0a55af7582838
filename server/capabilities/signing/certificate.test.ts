import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSigning, sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVerified } from '../../kernel/files/read-verified.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { sealInWorker } from '../../pdf/worker.ts';
import { linkTo, newPaperToSign, type PaperToSign } from '../../testing/documents/documents-to-sign.ts';
import { askPdfTool } from '../../testing/documents/pdf-tools.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';
import { requireWhole, sealRequestFor } from './seal-request-for.ts';
import { sealSigning } from './seal-signing.ts';

const SIGNINGS = 200;
const SEALED = 4;
const TIMEOUT_MS = 300_000;

let world: World;
let folder: string;
const papers: PaperToSign[] = [];
beforeAll(async () => {
  world = await newWorld({ SIGNING_CALLS: '100000' });
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-certificates-'));
  for (let made = 0; made < SIGNINGS; made += 1) {
    const paper = await newPaperToSign(world);
    const about = { params: { signingId: await linkTo(world, paper) } };
    await world.call(anonymousCaller, readSigning, about);
    await world.call(anonymousCaller, sign, { ...about, body: { full_name: 'Maria Gonzalez', agrees: true } });
    // The page is opened again after signing, which the certificate must not list.
    await world.call(anonymousCaller, readSigning, about);
    papers.push(paper);
  }
}, TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const WHOLE = ['Made ready to be signed', 'Opened', 'Signed'];

async function signedRow({ providerId }: PaperToSign) {
  const row = await world.app.services.store
    .read('platform')
    .selectFrom('signings')
    .selectAll()
    .where('id', '=', providerId)
    .executeTakeFirstOrThrow();
  return requireWhole({ ...row, sealing_at: row.sealing_at ?? new Date() });
}

test(
  'every certificate of 200 signatures with real timestamps lists Made ready, Opened and Signed in order',
  async () => {
    let whole = 0;
    for (const paper of papers) {
      const { events } = await sealRequestFor(world.app.services, await signedRow(paper));
      expect(events.map(({ what }) => what)).toEqual(WHOLE);
      whole += 1;
    }
    expect(whole).toBe(SIGNINGS);
  },
  TIMEOUT_MS,
);

test(
  'a comparison by time instead of order loses the line Signed, and this test detects it',
  async () => {
    let whole = 0;
    for (const paper of papers) {
      const { signed_at } = await signedRow(paper);
      const byTime = await world.sql<{ kind: string }>(
        'select kind from signing_events where signing_id = $1 and at <= $2 order by id',
        [paper.providerId, signed_at],
      );
      if (byTime.map(({ kind }) => kind).join() === 'made,opened,signed') whole += 1;
    }
    expect(whole).toBeLessThan(SIGNINGS);
  },
  TIMEOUT_MS,
);

test(
  'the text of the sealed files lists the events, and sealing again gives the same bytes',
  async () => {
    const { services } = world.app;
    for (const paper of papers.slice(0, SEALED)) {
      await sealSigning(services, actorlessContext('test'), paper.providerId);
      const sealed = await services.esign.file(paper.providerId);
      const file = join(folder, 'sealed.pdf');
      await writeFile(file, sealed);
      const text = askPdfTool('pdftotext', ['-layout', file, '-']);
      const story = text.slice(text.indexOf('What happened'));
      const places = ['Made ready to be signed: Vialkeep', 'Opened: Maria Gonzalez', 'Signed: Maria Gonzalez'].map(
        (line) => story.indexOf(line),
      );
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(text).toMatch(/Identified by\s+link sent to maria\.gonzalez@example\.test/);

      const row = await signedRow(paper);
      const unsigned = await readVerified(services.files, row.paper_file, row.paper_sha256);
      const key = await services.sealKey.forSealing(row.sealing_at);
      const again = await sealInWorker(unsigned ?? Buffer.alloc(0), await sealRequestFor(services, row), key);
      expect(again.equals(sealed)).toBe(true);
      expect(row.certificate_is_whole).toBe(true);
    }
  },
  TIMEOUT_MS,
);
