import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSigningFile, sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { linkTo, newPaperToSign, type PaperToSign } from '../../testing/documents/documents-to-sign.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';
import { resealPendingJob } from './reseal-pending.ts';
import { sealSigning } from './seal-signing.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

// No job runner is active in this file: the tests run every step themselves.
async function newSigned(): Promise<PaperToSign & { link: string }> {
  const paper = await newPaperToSign(world);
  const link = await linkTo(world, paper);
  await world.call(anonymousCaller, sign, {
    params: { signingId: link },
    body: { full_name: 'Maria Gonzalez', agrees: true },
  });
  return { ...paper, link };
}

const seal = ({ providerId }: PaperToSign) => sealSigning(world.app.services, actorlessContext('test'), providerId);
const look = ({ providerId }: PaperToSign) => world.app.services.esign.look(providerId);

async function waiting(task: string, { providerId }: PaperToSign): Promise<number> {
  const rows = await world.sql(
    `select 1 from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = $1 and jobs.payload::text like '%' || $2 || '%'`,
    [task, providerId],
  );
  return rows.length;
}

describe('F067 State between signing and sealing', () => {
  test('a signed and unsealed document is still pending and has no file', async () => {
    const paper = await newSigned();
    expect(await waiting('seal-signing', paper)).toBe(1);
    expect(await look(paper)).toMatchObject({ state: 'pending', signedAt: null });
    await expect(world.app.services.esign.file(paper.providerId)).rejects.toThrow('not sealed yet');
  });

  test('sealing twice, in turn or at once, gives one file and one notification', async () => {
    const paper = await newSigned();
    await Promise.all([seal(paper), seal(paper)]);
    await seal(paper);
    const [row] = await world.sql('select sealed_file from signings where id = $1', [paper.providerId]);
    const kept = await world.sql(
      "select distinct facts->>'sha256' as sha256 from audit_log where subject = 'signing' and subject_id = $1 and action like 'signing.seal%'",
      [paper.providerId],
    );
    expect(kept).toHaveLength(1);
    expect(row?.sealed_file).toBe(`sealed/${kept[0]?.sha256}.pdf`);
    expect(await waiting('look-at-document', paper)).toBe(1);
    expect((await look(paper)).state).toBe('signed');
  });

  test('a starting server seals what a killed one left, and a running one seals what has waited too long', async () => {
    const left = await newSigned();
    const run = (payload: object) => resealPendingJob.run(payload, world.app.services, actorlessContext('test'));
    await run({});
    expect((await look(left)).state).toBe('pending');
    await run({ atStart: true });
    expect((await look(left)).state).toBe('signed');
    const moment = new Date(Date.now() - 60_000);
    const changed = await world.app.services.esign.changedSince(moment);
    expect(changed.map(({ providerId }) => providerId)).toContain(left.providerId);
  });

  test('a PDF that was changed on the disk is neither shown nor sealed, and does not block others', async () => {
    const [broken, sound] = [await newSigned(), await newSigned()];
    const other = await newPaperToSign(world);
    // Files are stored under the digest of their content, and these are all equal, so this one gets its own file.
    await world.sql('alter table signings disable trigger signings_are_kept');
    await world.sql("update signings set paper_file = 'papers/changed.pdf' where id = any($1)", [
      [broken.providerId, other.providerId],
    ]);
    await world.sql('alter table signings enable trigger signings_are_kept');
    const { files, settings } = world.app.services;
    await files.put('papers/changed.pdf', Buffer.from('%PDF-1.7'), { mediaType: 'application/pdf' });
    await appendFile(join(settings.dataDir, 'files', 'papers', 'changed.pdf'), ' and more');

    expect(await world.refusalOf(anonymousCaller, readSigningFile, { params: { signingId: broken.link } })).toEqual({
      status: 404,
      reason: 'problem',
    });
    await expect(seal(broken)).rejects.toThrow('gone or was changed');
    await resealPendingJob.run({ atStart: true }, world.app.services, actorlessContext('test'));
    expect((await look(broken)).state).toBe('pending');
    expect((await look(sound)).state).toBe('signed');
  });
});
