import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { audit } from '../audit/audit.ts';
import type { Work } from '../db/db.ts';
import { letterName } from '../mail/email-name.ts';
import { openLetter, queueEmail } from '../mail/outbox.ts';
import { actorlessContext } from '../session/actor.ts';
import { beginHold, clearHolds, findHold } from '../session/holds.ts';
import { findKey, issueKey, type KeyPurpose, useKey } from './account-keys.ts';
import { openDataKey } from './data-key.ts';
import { issueCode, tryCode } from './mailed-codes.ts';
import { keysToRead, personKey } from './person-keys.ts';

let world: World;
let userId: number;
beforeAll(async () => {
  world = await newWorld();
  userId = await world.idOf('patient@vialkeep.test');
});
afterAll(() => world.close());

const write = <T>(task: (work: Work) => Promise<T>) =>
  world.app.services.store.write('platform', actorlessContext('test'), async (work) => {
    await audit(work, { domainId: 1, action: 'test.note', subject: 'domain', subjectId: 1 });
    return task(work);
  });
const db = () => world.app.services.store.read('platform');
const newKey = (purpose: KeyPurpose) =>
  write((work) => issueKey(work, { purpose, userId, domainId: 1, siteId: 1, hours: 24 }));

describe('Key in an email’s link', () => {
  test.each(['invitation', 'email_confirm', 'email_approve', 'email_undo', 'not_me'] as const)(
    'a key for %s has one winner when twenty callers use it at once',
    async (purpose) => {
      const key = await newKey(purpose);
      const used = await Promise.all(Array.from({ length: 20 }, () => write((work) => useKey(work, purpose, key, 1))));
      expect(used.filter((row) => row !== null)).toEqual([{ user_id: userId, domain_id: 1, subject_id: null }]);
    },
  );

  test('a key is invalid on another site, for another purpose, and after a newer one was issued', async () => {
    const key = await newKey('not_me');
    expect(await findKey(db(), 'not_me', key, 2)).toBeNull();
    expect(await findKey(db(), 'invitation', key, 1)).toBeNull();
    expect(await findKey(db(), 'not_me', key, 1)).not.toBeNull();
    await newKey('not_me');
    expect(await findKey(db(), 'not_me', key, 1)).toBeNull();
  });

  test('a key expires by the clock of the database', async () => {
    const key = await newKey('invitation');
    await world.sql("update account_keys set expires_at = now() - interval '1 second' where used_at is null");
    expect(await write((work) => useKey(work, 'invitation', key, 1))).toBeNull();
  });

  test('a key is stored only as a hash', async () => {
    const key = await newKey('invitation');
    const [row] = await world.sql<{ found: boolean }>(
      'select bool_or(account_keys::text like $1) as found from account_keys',
      [`%${key}%`],
    );
    expect(row?.found).toBe(false);
  });
});

describe('Emailed code', () => {
  const codes = { domainId: 1, purpose: 'hold' } as const;
  const issue = () => write((work) => issueCode(work, { ...codes, userId }));
  const attempt = (code: string) => write((work) => tryCode(work, { ...codes, userId }, code));
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  test('a code is accepted once when twenty callers send it at once', async () => {
    const code = await issue();
    const tried = await Promise.all(Array.from({ length: 20 }, () => attempt(code)));
    expect(tried.filter(Boolean)).toHaveLength(1);
  });

  test('a code is refused after five wrong attempts, even when it is right', async () => {
    const code = await issue();
    for (let tries = 0; tries < 5; tries += 1) expect(await attempt(wrong(code))).toBe(false);
    expect(await attempt(code)).toBe(false);
  });

  test('a code is invalid when a newer one is issued and when it has expired', async () => {
    await issue();
    const code = await issue();
    const [unused] = await world.sql<{ n: number }>(
      'select count(*)::int as n from mailed_codes where used_at is null and ended_at is null',
    );
    expect(unused?.n).toBe(1);
    await world.sql('update mailed_codes set expires_at = now()');
    expect(await attempt(code)).toBe(false);
  });
});

describe('Signing hold', () => {
  test('a hold after a typed password ends by an emailed code; after a changed email only by the old address or by time', async () => {
    await write((work) => beginHold(work, { userId, domainId: 1, why: 'password_set_by_other' }));
    await write((work) => beginHold(work, { userId, domainId: 1, why: 'email_set_by_other', hours: 72 }));
    expect(await findHold(db(), userId)).toMatchObject({ why: 'email_set_by_other' });
    expect(await write((work) => clearHolds(work, userId, 'mailed code'))).toBe(1);
    expect(await findHold(db(), userId)).toMatchObject({ why: 'email_set_by_other' });
    await world.sql("update credential_holds set until = now() - interval '1 second' where cleared_at is null");
    expect(await findHold(db(), userId)).toBeNull();
    await write((work) => beginHold(work, { userId, domainId: 1, why: 'email_set_by_other', hours: 72 }));
    expect(await write((work) => clearHolds(work, userId, 'old address'))).toBe(1);
    expect(await findHold(db(), userId)).toBeNull();
  });
});

describe('Email with a secret', () => {
  test('an email with a secret is stored sealed, can be opened, and is emptied when the secret has expired', async () => {
    const from = await world.app.services.domains.main();
    const words = { kind: 'test', subject: 'A', heading: 'A', paragraphs: ['The secret is plover.'], secretHours: 1 };
    const id = await write((work) => queueEmail(work, { ...words, from, to: { userId: null, email: 'a@b.test' } }));
    const read = async () => (await db().selectFrom('letters').selectAll().where('id', '=', id).execute())[0];
    const stored = await read();
    if (!stored) throw new Error('There is no letter.');
    expect(`${stored.text_body}${stored.html_body}`).not.toContain('plover');
    expect(openLetter(world.app.services.dataKey, stored).text_body).toContain('plover');
    await world.sql("update letters set secret_until = now() - interval '1 second' where id = $1", [id]);
    await world.sql('select tidy_up()');
    expect(await read()).toMatchObject({ text_body: '', html_body: '' });
  });
});

describe('Key of a person', () => {
  test('a person’s key seals and reads values, is the same in every transaction, and reads nothing once destroyed', async () => {
    const person = { id: userId, domainId: 1 };
    const keys = await Promise.all([1, 2, 3].map(() => write((work) => personKey(work, person))));
    const sealed = keys[0]?.seal('Ana Ruiz') ?? '';
    expect(sealed).toMatch(/^p1:/);
    expect(keys.map((key) => key?.unseal(sealed))).toEqual(['Ana Ruiz', 'Ana Ruiz', 'Ana Ruiz']);
    await world.sql('update person_keys set wrapped = null, destroyed_at = now() where user_id = $1', [userId]);
    expect(await keysToRead(db(), world.app.services.dataKey, [userId])).toEqual(new Map());
    expect(await write((work) => personKey(work, person))).toBeNull();
  });
});

const UNREADABLE = 'unable to authenticate data';

describe('Data key', () => {
  test('the data key is created once in its folder, readable by its owner only, and another key opens nothing', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-key-'));
    const file = join(dataDir, 'keys', 'data-key');
    const opened = await Promise.all(Array.from({ length: 20 }, () => openDataKey({ dataDir, dataKey: undefined })));
    const [first, second] = opened;
    expect(new Set(opened.map(({ print }) => print)).size).toBe(1);
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['data-key']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    const sealed = first?.seal('text', 'context') ?? '';
    expect(second?.unseal(sealed, 'context')).toBe('text');
    expect(() => second?.unseal(sealed, 'another context')).toThrow(UNREADABLE);
    const other = await openDataKey({ dataDir, dataKey: 'a'.repeat(64) });
    expect(() => other.unseal(sealed, 'context')).toThrow(UNREADABLE);
    await writeFile(file, 'broken');
    await expect(openDataKey({ dataDir, dataKey: undefined })).rejects.toThrow('64 hexadecimal digits');
    await rm(dataDir, { recursive: true });
  });
});

describe('Name in an email', () => {
  test.each([
    ['Stein Regenerative Clinic', 'Stein Regenerative Clinic'],
    ['St. Mary’s\nClinic', 'St. Mary’s Clinic'],
    ['J. R. Müller', 'J. R. Müller'],
    ['Win at www.evil.test', 'A clinic of Vialkeep'],
    ['https://evil.test', 'A clinic of Vialkeep'],
    ['evil.test/win', 'A clinic of Vialkeep'],
    ['ask me@evil.test', 'A clinic of Vialkeep'],
    ['   ', 'A clinic of Vialkeep'],
    ['x'.repeat(70), `${'x'.repeat(59)}…`],
  ])('the name %j is written as %j', (given, written) => {
    expect(letterName(given, 'Vialkeep')).toBe(written);
  });
});
