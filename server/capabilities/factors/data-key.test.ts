import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { confirmTotp, secondFactorLogin, startTotp } from '@vialkeep/contract/factors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireSameDataKey } from '../../first-start.ts';
import { openDataKey } from '../../kernel/secrets/data-key.ts';
import { beginLogin, codeOf } from '../../testing/identity/enrolment.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

const EMAIL = 'secure@north.test';
/** The app of the demo network's administrator. */
const SECRET = 'JBSWY3DPEHPK3PXP';

let world: World;
let otherKey: World;
beforeAll(async () => {
  world = await newWorld();
  await requireSameDataKey(world.app.services);
  otherKey = await newWorld({ DATA_KEY: 'a'.repeat(64) });
  await otherKey.sql('update installation set data_key_print = $1', [world.app.services.dataKey.print]);
});
afterAll(async () => {
  await world.close();
  await otherKey.close();
});

async function inKeyFolder(task: (folder: { dataDir: string; file: string }) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-data-key-'));
  try {
    await task({ dataDir, file: join(dataDir, 'keys', 'data-key') });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe('Data key', () => {
  test('the code of the demo app opens the account when the server has the key of the database', async () => {
    const { login } = await beginLogin(world, EMAIL, 'north.localhost');
    const at = { ...anonymousCaller, host: 'north.localhost' };
    expect((await world.send(at, secondFactorLogin, { body: { login, totp: codeOf(SECRET) } })).statusCode).toBe(200);
  });

  test('the start with another key names the data key', async () => {
    await expect(requireSameDataKey(otherKey.app.services)).rejects.toThrow('The data key is not the one');
  });

  test.each([
    ['missing', (file: string) => rm(file)],
    ['changed', (file: string) => writeFile(file, `${'b'.repeat(64)}\n`)],
  ])('the start with a key file that is %s names the file, and leaves the print of the database', async (_, damage) => {
    await inKeyFolder(async ({ dataDir, file }) => {
      const services = { ...world.app.services, dataKey: await openDataKey({ dataDir, dataKey: undefined }) };
      await world.sql('update installation set data_key_print = $1', [services.dataKey.print]);
      await requireSameDataKey(services);
      await damage(file);
      const dataKey = await openDataKey({ dataDir, dataKey: undefined });
      const problem = /^The data key is not the one .* bring the file keys\/data-key of DATA_DIR back from a backup\.$/;
      await expect(requireSameDataKey({ ...services, dataKey })).rejects.toThrow(problem);
      expect(await world.sql('select data_key_print from installation')).toEqual([
        { data_key_print: services.dataKey.print },
      ]);
      await requireSameDataKey(services);
    });
    await world.sql('update installation set data_key_print = $1', [world.app.services.dataKey.print]);
  });

  test.each([
    ['is empty', (file: string) => writeFile(file, ''), 'is not 64 hexadecimal digits'],
    ['is cut off', (file: string) => writeFile(file, 'a'.repeat(63)), 'is not 64 hexadecimal digits'],
    ['is a folder', (file: string) => mkdir(file), 'cannot be read (EISDIR)'],
  ])('the start with a key file that %s names the file and keeps it', async (_, damage, problem) => {
    await inKeyFolder(async ({ dataDir, file }) => {
      await mkdir(dirname(file), { recursive: true });
      await damage(file);
      const before = await stat(file);
      await expect(openDataKey({ dataDir, dataKey: undefined })).rejects.toThrow(`The data key ${file} ${problem}`);
      expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
    });
  });

  test('an account with a factor does not open under another key, neither with its code nor with the password alone', async () => {
    const at = { ...anonymousCaller, host: 'north.localhost' };
    const next = await beginLogin(otherKey, EMAIL, 'north.localhost');
    expect(next.methods).toEqual(['totp']);
    const tries = [{ totp: codeOf(SECRET) }, { recovery_code: 'AAAAA-AAAAA' }, {}];
    for (const proof of tries) {
      const answer = await otherKey.send(at, secondFactorLogin, { body: { login: next.login, ...proof } });
      expect([answer.statusCode, answer.json().reason]).toEqual([400, 'wrong_code']);
    }
    expect(
      await otherKey.sql('select id from sessions where user_id = (select id from users where email = $1)', [EMAIL]),
    ).toEqual([]);
  });

  test('a set-up that was begun with another key cannot be confirmed and can be begun again', async () => {
    const rep = await otherKey.as('rep');
    const { secret } = await otherKey.call(rep, startTotp);
    await otherKey.sql(
      'update totp_secrets set sealed = (select sealed from totp_secrets limit 1) where confirmed_at is null',
    );
    const body = { code: codeOf(secret), mail_code: '000000' };
    expect(await otherKey.refusalOf(rep, confirmTotp, { body })).toEqual({ status: 400, reason: 'wrong_code' });
    await otherKey.call(rep, startTotp);
  });
});
