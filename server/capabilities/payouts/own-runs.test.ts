import {
  approvePayoutRun,
  cancelPayoutRun,
  exportPayoutRun,
  markPayoutRunPaid,
  readPayoutRun,
  returnPayout,
} from '@vialkeep/contract/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correct, daysAgo, sell } from '../../testing/commissions/commission-world.ts';
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
  await world.sql("update payout_runs set approved_at = approved_at - interval '2 days' where state <> 'paid'");
});
afterAll(() => world.close());

async function makeRunOf(dollars: number): Promise<number> {
  await adjust(world, admin, payees.rep, dollars);
  return (await makeDraft(world, admin)).id;
}

const outcomeOf = (answer: { statusCode: number; json(): { state: string; reason: string } }) =>
  answer.statusCode === 200 ? answer.json().state : answer.json().reason;
const approve = async (caller: Caller, id: number) =>
  outcomeOf(await world.send(caller, approvePayoutRun, { params: { id }, body: {} }));
const download = async (id: number) => (await world.send(admin, exportPayoutRun, { params: { id } })).statusCode;
const cancel = async (id: number) => outcomeOf(await world.send(admin, cancelPayoutRun, { params: { id } }));

describe('Runs that left as a file', () => {
  test('a run that was cancelled after its download counts with the runs that its maker approves alone', async () => {
    const first = await makeRunOf(600);
    expect(await approve(admin, first)).toBe('approved');
    expect(await download(first)).toBe(200);
    expect(await cancel(first)).toBe('cancelled');
    const again = (await makeDraft(world, admin)).id;
    expect(await world.call(admin, readPayoutRun, { params: { id: again } })).toMatchObject({ needs_second: true });
    expect(await approve(admin, again)).toBe('own_request');
    expect(await approve(other, again)).toBe('approved');
  });

  test('a run that was cancelled before any download does not count', async () => {
    const first = await makeRunOf(700);
    expect(await approve(admin, first)).toBe('approved');
    expect(await cancel(first)).toBe('cancelled');
    expect(await approve(admin, (await makeDraft(world, admin)).id)).toBe('approved');
  });

  test('a run whose payments are all returned after its download counts', async () => {
    const first = await makeRunOf(600);
    await approve(admin, first);
    await download(first);
    const body = { person_id: payees.rep, note: 'The bank refused it.' };
    expect(outcomeOf(await world.send(admin, returnPayout, { params: { id: first }, body }))).toBe('cancelled');
    expect(await approve(admin, (await makeDraft(world, admin)).id)).toBe('own_request');
  });

  test('a run that a tick made a draft again after its download counts with what was in the file', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 50_000 });
    const id = await makeRunOf(560);
    expect(await approve(admin, id)).toBe('approved');
    expect(await download(id)).toBe(200);
    await correct(world, admin, sale, { commission_paid: true });
    expect((await world.call(admin, readPayoutRun, { params: { id } })).state).toBe('draft');
    expect(await approve(admin, id)).toBe('own_request');
    expect(await cancel(id)).toBe('cancelled');
    expect(await approve(admin, (await makeDraft(world, admin)).id)).toBe('own_request');
  });

  test('a run that was downloaded and paid counts once', async () => {
    const first = await makeRunOf(400);
    await approve(admin, first);
    await download(first);
    await payRun(world, admin, first);
    expect(await approve(admin, await makeRunOf(500))).toBe('approved');
  });
});

describe('The day of a payment', () => {
  test('a day before the run was made is refused with 400 at its field', async () => {
    const id = await makeRunOf(60);
    await approve(admin, id);
    for (const paid_on of ['0001-01-01', daysAgo(1)]) {
      const refused = await world.wholeRefusalOf(admin, markPayoutRunPaid, { params: { id }, body: { paid_on } });
      expect(refused).toMatchObject({
        status: 400,
        reason: 'paid_before_run',
        fields: { paid_on: expect.any(String) },
      });
    }
    expect((await payRun(world, admin, id)).statusCode).toBe(200);
  });
});

describe('Own payment', () => {
  /** The lines of rep@ belong to super@ from now on, as of a person who sold before. */
  async function runOfOther(): Promise<number> {
    await adjust(world, admin, payees.manager, 40);
    const id = await makeRunOf(60);
    const mine = other.user?.id;
    await world.sql('set session_replication_role = replica');
    await world.sql('update commission_lines set person_id = $2 where payout_id = $1 and person_id = $3', [
      id,
      mine,
      payees.rep,
    ]);
    await world.sql('update payout_people set person_id = $2 where run_id = $1 and person_id = $3', [
      id,
      mine,
      payees.rep,
    ]);
    await world.sql('set session_replication_role = origin');
    return id;
  }

  test('an administrator who is paid by a run does not approve it, and is not offered to', async () => {
    const id = await runOfOther();
    expect((await world.call(other, readPayoutRun, { params: { id } })).may).not.toContain('approve');
    expect(await approve(other, id)).toBe('own_payment');
    expect(await approve(admin, id)).toBe('approved');
  });

  test('an administrator who is paid by a run notes neither their own payment nor its return', async () => {
    const id = await runOfOther();
    await approve(admin, id);
    const read = await world.call(other, readPayoutRun, { params: { id } });
    expect(read.may).not.toContain('mark_paid');
    const mine = other.user?.id ?? 0;
    expect(read.people.map(({ person, may }) => [person.id === mine, may])).toEqual(
      expect.arrayContaining([
        [true, []],
        [false, ['pay', 'return']],
      ]),
    );
    const pay = async (body: object) => outcomeOf(await payRun(world, other, id, body));
    expect(await pay({})).toBe('own_payment');
    expect(await pay({ person_ids: [mine] })).toBe('own_payment');
    expect(await pay({ person_ids: [payees.manager] })).toBe('approved');
    const body = { person_id: mine, note: 'It came back.' };
    expect(outcomeOf(await world.send(other, returnPayout, { params: { id }, body }))).toBe('own_payment');
    expect(outcomeOf(await payRun(world, admin, id))).toBe('paid');
    expect(outcomeOf(await world.send(other, returnPayout, { params: { id }, body }))).toBe('own_payment');
    expect(outcomeOf(await payRun(world, other, id))).toBe('paid');
  });
});
