import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { checkAgreement, currentSession, readAgreement } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { agreementDigest, agreementText } from './agreement-text.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const WRITTEN = '2026-11-15 09:30:00.000Z';
const notYours = { status: 400, reason: 'agreement_not_yours' };

const accept = (id: UserId) => ({ params: { id }, body: { check_agreement: WRITTEN } });
const agreed = async (caller: Caller, userId: UserId) =>
  (await world.call(caller, checkAgreement, { params: { userId } })).agreement;

async function evidence(userId: UserId) {
  return world.sql<{ session_id: number; accepted_at: Date }>(
    'select * from agreement_acceptances where user_id = $1 order by id',
    [userId],
  );
}

describe('F038 Membership agreement', () => {
  test('the agreement is requested until the member accepts, and stays accepted', async () => {
    const member = await world.as('new-hc');
    expect(await agreed(member, member.user.id)).toBe(false);
    const changed = await world.call(member, updateUser, accept(member.user.id));
    expect(changed.check_agreement).toBe(WRITTEN);
    expect(await agreed(member, member.user.id)).toBe(true);
    expect(await agreed(await world.as('new-hc'), member.user.id)).toBe(true);
  });

  test('an acceptance stores the server’s time, the text, the address and the session as evidence', async () => {
    const member = await world.as('donor');
    await world.sql('update users set check_agreement = null where id = $1', [member.user.id]);
    await world.call(member, updateUser, accept(member.user.id));
    const [row, ...more] = await evidence(member.user.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      text_version: agreementText.version,
      text_sha256: agreementDigest,
      written_time: WRITTEN,
      address: '127.0.0.1',
    });
    expect(Date.now() - Number(row?.accepted_at)).toBeLessThan(60_000);
    const [session] = await world.sql('select user_id, kind from sessions where id = $1', [row?.session_id]);
    expect(session).toEqual({ user_id: member.user.id, kind: 'login' });
    const [audited] = await world.sql(
      "select actor_id, user_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'profile.accept_agreement' and subject_id = $1",
      [String(member.user.id)],
    );
    expect(audited).toEqual({
      actor_id: member.user.id,
      user_id: member.user.id,
      facts: { version: agreementText.version },
    });
  });

  test('every member can read the agreement in the version that the evidence names', async () => {
    const text = await world.call(await world.as('patient'), readAgreement);
    expect(text).toEqual(agreementText);
  });

  test('an administrator is not asked for the agreement', async () => {
    const admin = await world.as('admin');
    await world.sql('update users set check_agreement = null where id = $1', [admin.user.id]);
    expect(await agreed(admin, admin.user.id)).toBe(true);
  });

  test.each(['', '   ', 'x'.repeat(41), 5, null, true, { now: true }])(
    'the value %j does not accept the agreement',
    async (written) => {
      const member = await world.as('buyer');
      const response = await world.send(member, updateUser, {
        params: { id: member.user.id },
        body: { check_agreement: written },
      });
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual(['check_agreement']);
      expect(await evidence(member.user.id)).toEqual([]);
    },
  );
});

describe('F039 Acceptance by another user', () => {
  test('a user acting for the member cannot accept, and no part of the call is written', async () => {
    const admin = await world.as('admin');
    const staff = await world.as('staff');
    const center = await world.as('hc');
    await world.sql('update users set check_agreement = null where id = $1', [center.user.id]);
    const acting = [await world.actingAs(admin, center.user.email), await world.inside(staff, center.user.email)];

    for (const caller of acting) {
      const both = { check_agreement: WRITTEN, city: 'Elsewhere' };
      expect(await world.refusalOf(caller, updateUser, { params: { id: center.user.id }, body: both })).toEqual(
        notYours,
      );
    }
    expect(await evidence(center.user.id)).toEqual([]);
    const { user } = await world.call(center, currentSession);
    expect(user).toMatchObject({ check_agreement: null, city: 'Boulder' });
  });

  test('an administrator cannot accept for a member', async () => {
    const admin = await world.as('admin');
    const member = await world.as('rhc');
    expect(await world.refusalOf(admin, updateUser, accept(member.user.id))).toEqual(notYours);
    expect(await evidence(member.user.id)).toEqual([]);
  });

  test('an administrator of the same site, and no other user, reads whether another member has accepted', async () => {
    const center = await world.as('hc2');
    const ask = async (who: string, userId: number) =>
      world.send(await world.as(who), checkAgreement, { params: { userId } });
    expect((await ask('admin', center.user.id)).json()).toEqual({ agreement: true });
    for (const who of ['hc', 'staff', 'rep', 'admin@north.test']) {
      const missing = await ask(who, 999_999);
      expect(missing.statusCode).toBe(404);
      expect(visible(await ask(who, center.user.id)), who).toEqual(visible(missing));
    }
  });
});
