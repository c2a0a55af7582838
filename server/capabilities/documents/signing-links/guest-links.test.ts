import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readDocumentFile, resendSignatureRequest, signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../kernel/audit/audit.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { asked, documentsFor, signAt } from '../../../testing/documents/signers.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';
import { newGuestLinks } from './guest-links.ts';

let world: World;
let hc: Caller;
beforeAll(async () => {
  world = await newWorld();
  hc = await world.as('hc');
});
afterAll(() => world.close());

/** Returns the ids in the links of each email to this address, newest email first. */
async function idsMailedTo(email: string): Promise<string[][]> {
  const letters = (await world.letters()).filter(({ recipient }) => recipient === email);
  return letters.map(({ text_body }) => [
    ...new Set([...text_body.matchAll(/sign-your-document\?documentId=([\w-]{22})/g)].map(([, id = '']) => id)),
  ]);
}

const follow = (documentId: string, host = 'localhost') =>
  world.send({ ...anonymousCaller, host }, signLinkForGuest, { params: { documentId } });
const opens = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => follow(id)))).map(({ statusCode }) => statusCode);

describe('F070 The links of a signature email', () => {
  test('each email has new links and ends those of the email before', async () => {
    await asked(world, hc, 'new@links.test');
    await asked(world, hc, 'new@links.test');
    const [second = [], first = []] = await idsMailedTo('new@links.test');
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([3, 3, 6]);
    expect(await opens(first)).toEqual([400, 400, 400]);
    expect(await opens(second)).toEqual([200, 200, 200]);

    const [attestation] = await documentsFor(world, 'new@links.test');
    await world.call(hc, resendSignatureRequest, { body: { doc_id: attestation?.id } });
    const [third = []] = await idsMailedTo('new@links.test');
    expect(third).toHaveLength(1);
    expect(await opens([...third, ...second])).toEqual([200, 400, 200, 200]);
  });

  test('links are stored only as hashes, and the email that carries them is stored sealed', async () => {
    await asked(world, hc, 'hashes@links.test');
    const [ids = []] = await idsMailedTo('hashes@links.test');
    const links = await world.sql("select encode(alias_hash, 'hex') as hash, sent_to from guest_links");
    for (const id of ids) {
      expect(links).toContainEqual({ hash: hash('sha256', id), sent_to: 'hashes@links.test' });
    }
    const [letter] = await world.sql("select text_body, html_body from letters where recipient = 'hashes@links.test'");
    for (const id of ids) expect(JSON.stringify(letter)).not.toContain(id);
  });

  test('a link expires after 30 days by the database clock, and the document’s own id never opens it', async () => {
    const [document] = await asked(world, hc, 'old@links.test');
    const [[first = ''] = []] = await idsMailedTo('old@links.test');
    const [{ days } = { days: 0 }] = await world.sql(
      'select extract(epoch from expires_at - created_at) / 86400 as days from guest_links where document_id = $1',
      [document?.id],
    );
    expect(Number(days)).toBe(30);
    await world.sql(
      "update guest_links set expires_at = expires_at - interval '30 days' + interval '1 minute' where document_id = $1",
      [document?.id],
    );
    expect(await opens([first, document?.document_id ?? ''])).toEqual([200, 400]);
    await world.sql("update guest_links set expires_at = expires_at - interval '2 minutes' where document_id = $1", [
      document?.id,
    ]);
    expect(await opens([first])).toEqual([400]);
  });

  test('the links of one of 20 emails queued concurrently work, and no others', async () => {
    const documents = await asked(world, hc, 'race@links.test');
    const rows = documents.map(({ id }) => ({ id, domain_id: 1 }));
    const letter = () =>
      world.app.services.store.write('platform', actorlessContext('test'), async (work) => {
        await audit(work, { domainId: 1, action: 'test.letter', subject: 'document', subjectId: 'race' });
        return newGuestLinks(work, rows, 'race@links.test');
      });
    const letters = await Promise.all(Array.from({ length: 20 }, letter));
    const opened = await Promise.all(letters.map((ids) => opens(ids.slice(0, 1))));
    expect(opened.flat().filter((status) => status === 200)).toHaveLength(1);
    const open = await world.sql('select 1 from guest_links where ended_at is null and document_id = any($1)', [
      documents.map(({ id }) => id),
    ]);
    expect(open).toHaveLength(3);
  });

  test('a link’s id opens the signed file only for users who can read the document', async () => {
    const [document] = await asked(world, hc, 'file@links.test');
    const [[alias = ''] = []] = await idsMailedTo('file@links.test');
    await signAt(world, (await follow(alias)).json().signLink);
    await world.letters();
    const path = { params: { file: `${alias}.pdf` } };
    const own = { params: { file: `${document?.document_id}.pdf` } };
    const [byAlias, byId] = [await world.send(hc, readDocumentFile, path), await world.send(hc, readDocumentFile, own)];
    expect(byAlias.statusCode).toBe(200);
    expect(byAlias.rawPayload.equals(byId.rawPayload)).toBe(true);
    for (const [caller, status] of [
      [await world.as('hc2'), 404],
      [await world.as('patient2'), 404],
      [await world.as('admin@north.test', 'north.localhost'), 404],
      [anonymousCaller, 401],
    ] as const) {
      expect((await world.send(caller, readDocumentFile, path)).statusCode).toBe(status);
    }
    expect((await follow(alias)).json()).toMatchObject({ reason: 'problem' });
  });
});

describe('Emails of the earlier version', () => {
  /** Runs the statement of the migration that turns the ids in earlier emails into aliases. */
  async function migrateLetters(): Promise<void> {
    const path = resolve(import.meta.dirname, '../../../migrations/0031_who_signs.sql');
    const statement = /^insert into guest_links[^;]*;/m.exec(await readFile(join(path), 'utf8'))?.[0] ?? '';
    await world.sql('delete from guest_links');
    await world.sql(statement);
  }

  test('links in earlier emails work as long as before, at most 30 more days', async () => {
    const [recent, older, over] = await asked(world, hc, 'before@links.test');
    const age = (id: number | undefined, days: number) =>
      world.sql('update documents set emailed_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    await age(recent?.id, 1);
    await age(older?.id, 50);
    await age(over?.id, 61);
    await migrateLetters();
    const ids = [recent, older, over].map((document) => document?.document_id ?? '');
    expect(await opens(ids)).toEqual([200, 200, 400]);
    const left = await world.sql(
      `select round(extract(epoch from expires_at - now()) / 86400) as days, sent_to from guest_links
       where document_id = any($1) order by document_id`,
      [[recent?.id, older?.id, over?.id]],
    );
    expect(left.map(({ days, sent_to }) => [Number(days), sent_to])).toEqual([
      [30, 'before@links.test'],
      [10, 'before@links.test'],
    ]);
    await world.call(hc, resendSignatureRequest, { body: { doc_id: recent?.id } });
    expect(await opens(ids)).toEqual([400, 200, 400]);
  });
});
