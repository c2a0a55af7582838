import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { resetFactors, sendFactorCode } from '@vialkeep/contract/factors.ts';
import { clearHold, sendHoldCode } from '@vialkeep/contract/identity.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { enrolApp, enrolPasskey, mailedCode } from '../../testing/identity/enrolment.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const reason = 'Lost the phone and the codes';

describe('Reset of second factors', () => {
  test('an administrator removes all factors: sessions end, a letter goes out and a hold begins', async () => {
    const rep = await world.as('rep');
    await enrolApp(world, rep);
    await enrolPasskey(world, rep, { isFirst: false });
    const admin = await world.as('admin');
    const input = { params: { id: rep.user.id }, body: { reason } };
    await world.call(admin, resetFactors, input);
    expect((await world.send(rep, currentSession)).statusCode).toBe(401);
    expect(await world.refusalOf(admin, resetFactors, input)).toEqual({ status: 409, reason: 'no_factor' });
    const [left] = await world.sql(
      `select (select count(*)::int from passkeys where user_id = $1) + (select count(*)::int from totp_secrets
         where user_id = $1) + (select count(*)::int from recovery_codes where user_id = $1) as n`,
      [rep.user.id],
    );
    expect(left).toEqual({ n: 0 });
    const letters = await world.letters();
    const told = letters.filter(({ subject }) => subject.endsWith('second factors were removed'));
    expect(told).toHaveLength(1);
    expect(told[0]?.text_body).toContain(`Reason: ${reason}.`);

    const again = await world.as('rep');
    const { hold } = await world.call(again, currentSession);
    expect(hold?.why).toBe('factors_reset_by_other');
    const hours = (new Date(hold?.until ?? 0).getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect(await world.refusalOf(again, sendFactorCode)).toEqual({ status: 409, reason: 'held' });
    await world.call(again, sendHoldCode);
    await world.call(again, clearHold, { body: { code: await mailedCode(world, again, 'hold-code') } });
    await enrolApp(world, again);
  });

  test.each([
    ['admin', 'super'],
    ['super', 'super'],
    ['admin', 'admin'],
  ])('%s cannot reset the factors of %s', async (by, whose) => {
    const input = { params: { id: await world.idOf(`${whose}@vialkeep.test`) }, body: { reason } };
    expect(await world.refusalOf(await world.as(by), resetFactors, input)).toEqual({
      status: 404,
      reason: 'not_found',
    });
  });

  test('a factor that was set up after a hold began does not end it', async () => {
    const lab = await world.as('lab');
    await world.sql(
      "insert into credential_holds (domain_id, user_id, why, created_at) values (1, $1, 'email_set_by_other', now())",
      [lab.user.id],
    );
    expect(await world.refusalOf(lab, sendFactorCode)).toEqual({ status: 409, reason: 'held' });
  });
});

describe('Command reset-factors', () => {
  const run = (email: string) =>
    promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../../cli/reset-factors.ts'), email], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: 'test',
        DATABASE_URL: inDatabase(inject('ownerUrl'), world.name),
        DATABASE_RUNTIME_URL: inDatabase(inject('runtimeUrl'), world.name),
        DATA_DIR: world.app.services.settings.dataDir,
        DATA_KEY: world.app.services.settings.dataKey,
      },
    }).then(
      ({ stdout }) => ({ code: 0, says: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, says: error.stderr }),
    );

  test('the operator resets the last super admin, and no other plan', async () => {
    const root = await world.as('super');
    await enrolApp(world, root);
    expect(await run('admin@vialkeep.test')).toMatchObject({ code: 1 });
    expect(await run('super@vialkeep.test')).toMatchObject({ code: 0, says: expect.stringContaining('(1)') });
    expect((await world.as('super')).token).not.toBeNull();
    expect(await run('super@vialkeep.test')).toMatchObject({ code: 1 });
  }, 300_000);
});
