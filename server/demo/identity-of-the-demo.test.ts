import { listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { listAudit } from '@vialkeep/contract/audit.ts';
import { listPendingReferrals } from '@vialkeep/contract/centers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../testing/world.ts';
import { DEMO_VISIT_REASON } from './finished-visit.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;

describe('The demo network', () => {
  test('a referral center waits for the approval of hc@', async () => {
    const pending = await world.call(await world.as('hc'), listPendingReferrals);
    expect(JSON.stringify(pending)).toContain('waiting-rhc@vialkeep.test');
  });

  test('the audit log has a login-as with its reason and its end', async () => {
    const admin = await world.as('admin');
    const subject_id = await world.idOf('hc@vialkeep.test');
    const { results } = await world.call(admin, listAudit, { query: { subject_id, actor_id: admin.user.id } });
    expect(results).toMatchObject([
      { action: 'session.return_to_self', actor: { id: admin.user.id }, user: { id: subject_id } },
      { action: 'session.login_as', facts: { reason: DEMO_VISIT_REASON } },
    ]);
  });

  test('patient@ finds a month of openings, one of them by an administrator in the account of the center', async () => {
    const { results } = await world.call(await world.as('patient'), listOwnAccess, { query: { limit: 50 } });
    const days = results.map(({ at }) => (Date.now() - Date.parse(at)) / DAY_MS);
    expect(results.length).toBeGreaterThan(10);
    expect(Math.max(...days)).toBeGreaterThan(28);
    expect(results.filter(({ reason }) => reason === DEMO_VISIT_REASON)).toHaveLength(1);
  });
});
