import { changeMoneySettings, readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { approvePayoutRun, listPayoutRuns, readPayoutRun } from '@vialkeep/contract/payouts.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { correct, sell } from '../../testing/commissions/commission-world.ts';
import { adjust, makeDraft, type Payees, payRun, preparePayouts } from '../../testing/commissions/payout-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let other: Caller;
let payees: Payees;

beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  other = await world.as('super');
});
beforeEach(async () => {
  payees = await preparePayouts(world, admin);
  await world.sql(
    'update money_settings set four_eyes_cents = 100000, four_eyes_before = null, four_eyes_raised = null',
  );
});
afterAll(() => world.close());

/** A draft of admin@ that pays rep@ this many dollars. */
async function makeRunOf(dollars: number): Promise<number> {
  await adjust(world, admin, payees.rep, dollars);
  return (await makeDraft(world, admin)).id;
}

const approve = async (caller: Caller, id: number) => {
  const answer = await world.send(caller, approvePayoutRun, { params: { id }, body: {} });
  return answer.statusCode === 200 ? answer.json().state : answer.json().reason;
};

/** Read from the outbox, because the jobs that send letters would also earn the lines of earlier sales. */
const recipientsOf = async (kind: string, words: string) => {
  const rows = await world.sql<{ recipient: string }>(
    "select recipient from letters where kind = $1 and text_body like '%' || $2 || '%' order by id",
    [kind, words],
  );
  return rows.map(({ recipient }) => recipient);
};

describe('Four eyes', () => {
  test('a run of at least the amount of the site is refused to its maker, and the other administrators get a letter', async () => {
    await sell(world, { rep: payees.rep, price: 1_250_000, shipping: 0 });
    const { id, needs_second, may } = await makeDraft(world, admin);
    expect([needs_second, may.includes('approve')]).toEqual([true, false]);
    const answer = await world.send(admin, approvePayoutRun, { params: { id }, body: {} });
    expect([answer.statusCode, answer.json().reason, answer.json().message]).toEqual([
      409,
      'own_request',
      'Another administrator has to approve this.',
    ]);
    expect((await world.call(admin, readWaiting)).payout_runs_to_approve).toBe(
      (await world.call(admin, listPayoutRuns, { query: { state: 'draft' } })).count,
    );
    const recipients = await recipientsOf('run_to_approve', `Payout run #${id}`);
    expect(recipients).toContain('super@vialkeep.test');
    expect(recipients).not.toContain('admin@vialkeep.test');
    expect((await world.call(other, approvePayoutRun, { params: { id }, body: {} })).state).toBe('approved');
  });

  test('a run of one cent less than the amount is approved by its maker', async () => {
    expect(await approve(admin, await makeRunOf(999.99))).toBe('approved');
  });

  test('two smaller runs within a day count together, and another administrator approves the second', async () => {
    const [first, second] = [await makeRunOf(600), await makeRunOf(600)];
    expect((await world.call(admin, readPayoutRun, { params: { id: second } })).needs_second).toBe(false);
    expect(await approve(admin, first)).toBe('approved');
    await payRun(world, admin, first);
    expect(await world.call(admin, readPayoutRun, { params: { id: second } })).toMatchObject({
      needs_second: true,
      may: ['cancel', 'set_reference'],
    });
    expect(await approve(admin, second)).toBe('own_request');
    expect(await approve(other, second)).toBe('approved');
  });

  test('runs that another administrator approved, and those of more than a day ago, do not count', async () => {
    const [first, second, third] = [await makeRunOf(600), await makeRunOf(600), await makeRunOf(600)];
    expect(await approve(other, first)).toBe('approved');
    expect(await approve(admin, second)).toBe('approved');
    expect(await approve(admin, third)).toBe('own_request');
    await world.sql("update payout_runs set approved_at = now() - interval '25 hours' where id = $1", [second]);
    expect(await approve(admin, third)).toBe('approved');
  });

  test('what a run has paid counts also once a tick has taken the rest out of it', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 50_000 });
    await adjust(world, admin, payees.manager, 600);
    const { id } = await makeDraft(world, admin);
    expect(await approve(admin, id)).toBe('approved');
    await payRun(world, admin, id, { person_ids: [payees.manager] });
    await correct(world, admin, sale, { commission_paid: true });
    expect(await world.call(admin, readPayoutRun, { params: { id } })).toMatchObject({
      state: 'paid',
      approved_by: { id: admin.user?.id },
    });
    expect(await approve(admin, await makeRunOf(600))).toBe('own_request');
  });

  test('what a run has paid counts also while a tick has made it a draft again', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 50_000 });
    await adjust(world, admin, payees.rep, 30);
    await adjust(world, admin, payees.manager, 600);
    const { id } = await makeDraft(world, admin);
    expect(await approve(admin, id)).toBe('approved');
    await payRun(world, admin, id, { person_ids: [payees.manager] });
    await correct(world, admin, sale, { commission_paid: true });
    expect((await world.call(admin, readPayoutRun, { params: { id } })).state).toBe('draft');
    expect(await approve(admin, await makeRunOf(600))).toBe('own_request');
  });

  test('two smaller runs that are approved at once are not both approved by their maker', async () => {
    const runs = [await makeRunOf(600), await makeRunOf(600)];
    const states = await Promise.all(runs.map((id) => approve(admin, id)));
    expect(new Set(states)).toEqual(new Set(['approved', 'own_request']));
  });

  test('an account that got the role less than a day ago approves no run of others', async () => {
    const id = await makeRunOf(60);
    const viewer = await world.as('viewer');
    await world.call(admin, updateUser, { params: { id: viewer.user.id }, body: { subscription: 7 } });
    expect(await approve(await world.as('viewer'), id)).toBe('new_approver');
    expect(await approve(other, id)).toBe('approved');
  });

  test('an administrator who came with a custom site less than a day ago approves no run of others', async () => {
    const id = await makeRunOf(60);
    const added = await world.as('buyer');
    await world.sql('update users set plan_id = 7 where id = $1', [added.user.id]);
    await world.app.services.store.write('platform', actorlessContext('test'), (work) =>
      audit(work, {
        domainId: 1,
        action: 'custom_sites.add_admin',
        subject: 'user',
        subjectId: added.user.id,
      }),
    );
    expect(await approve(await world.as('buyer'), id)).toBe('new_approver');
  });

  test('a raised amount does not count yet on the day of the change', async () => {
    const id = await makeRunOf(1_500);
    const { version } = await world.call(admin, readMoneySettings, { params: { domain_id: 1 } });
    await world.call(admin, changeMoneySettings, { params: { domain_id: 1 }, body: { four_eyes: 5_000, version } });
    expect(await approve(admin, id)).toBe('own_request');
  });
});
