import { createHash } from 'node:crypto';
import {
  closeCommissionDispute,
  disputeCommissionLine,
  listCommissionLines,
  listOwnCommissions,
} from '@vialkeep/contract/commissions.ts';
import {
  approvePayoutRun,
  cancelPayoutRun,
  exportPayoutRun,
  makePayoutRun,
  readPayoutRun,
  returnPayout,
  setPayeeReference,
} from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Actor, actorlessContext } from '../../kernel/session/actor.ts';
import { correct, daysAgo, isMarkedPaid, linesOf, refund, sell } from '../../testing/commissions/commission-world.ts';
import {
  adjust,
  listMoneyFaults,
  makeApproved,
  makeDraft,
  newRun,
  owedTo,
  type Payees,
  payRun,
  preparePayouts,
} from '../../testing/commissions/payout-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { makeRun } from './make-run.ts';
import { lockRun } from './payouts.queries.ts';

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
  await world.sql('update money_settings set four_eyes_cents = 100000, min_payout_cents = 2500');
});
afterAll(() => world.close());

const owed = (person: number) => owedTo(world, person);
/** Read from the outbox, because the jobs that send letters would also earn the lines of earlier sales. */
const recipientsOf = async (kind: string, words: string) => {
  const rows = await world.sql<{ recipient: string }>(
    "select recipient from letters where kind = $1 and text_body like '%' || $2 || '%' order by id",
    [kind, words],
  );
  return rows.map(({ recipient }) => recipient);
};
const auditsOf = async (action: string, id: number) =>
  (await world.sql('select 1 from audit_log where action = $1 and subject_id = $2', [action, String(id)])).length;

describe('Making a run', () => {
  test('a run takes what is payable of people with the least amount, and carries over the rest', async () => {
    const sale = await sell(world, { rep: payees.rep, manager: payees.manager, price: 50_000 });
    await adjust(world, admin, payees.rep2, -5);
    const run = await makeDraft(world, admin);
    expect(run).toMatchObject({
      state: 'draft',
      total: 40,
      people: [{ person: { id: payees.rep }, amount: 40, state: 'due' }],
      needs_second: false,
      may: ['approve', 'cancel', 'set_reference'],
    });
    expect(run.carried_over.map(({ person, amount }) => [person.id, amount])).toEqual(
      [
        [payees.manager, 10],
        [payees.rep2, -5],
      ].toSorted(([first], [second]) => (first ?? 0) - (second ?? 0)),
    );
    expect(await world.refusalOf(admin, makePayoutRun, { body: newRun })).toEqual({
      status: 409,
      reason: 'nothing_payable',
    });
    expect(await isMarkedPaid(world, sale)).toBe(false);
    expect((await world.call(other, readPayoutRun, { params: { id: run.id } })).total).toBe(40);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('lines that are held, asked about or written after the cutoff are left', async () => {
    await world.sql('update money_settings set min_payout_cents = 0');
    const asked = await sell(world, { rep: payees.rep });
    await sell(world, { rep: payees.rep2, price: 10_000 });
    const [line] = await linesOf(world, asked);
    await world.call(await world.as('rep'), disputeCommissionLine, {
      params: { id: line?.id },
      body: { text: 'Why?' },
    });
    await world.sql(
      `insert into commission_lines (domain_id, person_id, level, kind, cents, payable_on, retained, reason)
       values (1, $1, 'none', 'adjustment', 7000, current_date + 1, false, 'Held until tomorrow')`,
      [payees.manager],
    );
    expect(await world.refusalOf(admin, makePayoutRun, { body: { ...newRun, cutoff: daysAgo(1) } })).toMatchObject({
      reason: 'nothing_payable',
    });
    const run = await makeDraft(world, admin);
    expect(run.people.map(({ person, amount }) => [person.id, amount])).toEqual([[payees.rep2, 8]]);
    expect(run.carried_over).toEqual([]);
  });

  test('an open question keeps what takes its line back out of a run, and its answer lets both go', async () => {
    await world.sql('update money_settings set min_payout_cents = 0');
    const sale = await sell(world, { rep: payees.rep, price: 10_000 });
    const [line] = await linesOf(world, sale);
    const by = await world.as('rep');
    const dispute = await world.call(by, disputeCommissionLine, { params: { id: line?.id }, body: { text: 'Why?' } });
    await adjust(world, admin, payees.rep, 60);
    await refund(world, sale, 5_000);
    const states = (await linesOf(world, sale)).map(({ kind }) => kind);
    expect(states).toEqual(['earned', 'clawback']);
    const disputed = await world.call(admin, listCommissionLines, { query: { state: 'disputed' } });
    expect(disputed.results.map(({ kind }) => kind)).toEqual(['clawback', 'earned']);
    const totals = (await world.call(by, listOwnCommissions)).totals;
    expect(totals).toMatchObject({ payable: 60, held: 4.8, balance: 64.8 });
    const run = await makeDraft(world, admin);
    expect(run.people).toMatchObject([{ person: { id: payees.rep }, amount: 60 }]);
    const closing = { outcome: 'kept', text: 'It stays.' };
    await world.call(admin, closeCommissionDispute, { params: { id: dispute.id }, body: closing });
    expect((await makeDraft(world, admin)).people).toMatchObject([{ person: { id: payees.rep }, amount: 4.8 }]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('a negative balance is carried over until later lines outweigh it', async () => {
    await adjust(world, admin, payees.rep, -30);
    await adjust(world, admin, payees.manager, 30);
    const first = await makeDraft(world, admin);
    expect(first.carried_over).toMatchObject([{ person: { id: payees.rep }, amount: -30 }]);
    await adjust(world, admin, payees.rep, 70);
    const second = await makeDraft(world, admin);
    expect(second.people).toMatchObject([{ person: { id: payees.rep }, amount: 40 }]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test.each(['2999-01-01', 'today', '0000-01-01', undefined])(
    'a run with the cutoff %s is refused at its field',
    async (cutoff) => {
      const answer = await world.send(admin, makePayoutRun, { body: { ...newRun, cutoff } });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['cutoff']]);
    },
  );

  test('the statements of a run, and of a change to it, have ten minutes', async () => {
    await adjust(world, admin, payees.rep, 100);
    const timeout = (task: (work: Work) => Promise<unknown>) =>
      world.app.services.store.write(1, actorlessContext('test'), async (work) => {
        await task(work);
        await audit(work, { domainId: 1, action: 'payouts.test', subject: 'payout_run', subjectId: 1, facts: {} });
        return (await sql`select current_setting('statement_timeout') as value`.execute(work.db)).rows;
      });
    expect(await timeout(async () => {})).toEqual([{ value: '30s' }]);
    expect(await timeout((work) => makeRun(work, 1, daysAgo(0)))).toEqual([{ value: '10min' }]);
    const [run] = await world.sql<{ id: number }>('select max(id) as id from payout_runs');
    // @NOTE only the scope is read.
    const siteAdmin = { scope: 1 } as Actor;
    expect(await timeout((work) => lockRun(work, siteAdmin, run?.id ?? 0))).toEqual([{ value: '10min' }]);
  });

  test('a run of a site that does not exist is not found', async () => {
    const answer = await world.send(admin, makePayoutRun, { body: { ...newRun, domain_id: 999 } });
    expect(answer.statusCode).toBe(404);
  });
});

describe('Approving and cancelling', () => {
  test('a run that has changed since it was looked at is not approved', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 100_000 });
    await adjust(world, admin, payees.rep, 60);
    const { id, version } = await makeDraft(world, admin);
    await correct(world, admin, sale, { commission_paid: true });
    expect(await world.refusalOf(other, approvePayoutRun, { params: { id }, body: { version } })).toEqual({
      status: 409,
      reason: 'changed_meanwhile',
    });
  });

  test('an approved run can be cancelled, its lines are payable again, and a second time changes nothing', async () => {
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeApproved(world, admin, other);
    for (let n = 0; n < 2; n += 1) {
      expect((await world.call(admin, cancelPayoutRun, { params: { id } })).state).toBe('cancelled');
    }
    expect(await auditsOf('payouts.cancel_run', id)).toBe(1);
    expect(await world.refusalOf(other, approvePayoutRun, { params: { id }, body: {} })).toMatchObject({
      reason: 'not_draft',
    });
    expect((await payRun(world, admin, id)).json().reason).toBe('not_approved');
    expect((await makeDraft(world, admin)).people).toMatchObject([{ amount: 60 }]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });
});

describe('Paying', () => {
  test('the file has a row for each payee and a control row, and the same bytes after payments and new names', async () => {
    await adjust(world, admin, payees.rep, 60);
    await adjust(world, admin, payees.manager, 1234.5);
    await world.call(admin, setPayeeReference, { params: { id: payees.rep }, body: { reference: '=PAY-1' } });
    const { id } = await makeDraft(world, admin);
    expect(await world.refusalOf(admin, exportPayoutRun, { params: { id } })).toEqual({
      status: 409,
      reason: 'not_approved',
    });
    await world.call(other, approvePayoutRun, { params: { id }, body: {} });
    const first = (await world.send(admin, exportPayoutRun, { params: { id } })).rawPayload;
    const rows = first.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
    expect(rows[0]).toBe('run,payee,name,reference,amount,memo');
    const row = rows.find((text) => text.startsWith(`${id},${payees.rep},`));
    expect(row).toMatch(new RegExp(`,'=PAY-1,60\\.00,"Commission, payout run #${id}"$`));
    expect(rows.at(-1)).toBe('TOTAL,2,,,1294.50,');
    await world.call(admin, setPayeeReference, { params: { id: payees.rep }, body: { reference: 'PAY-2' } });
    await payRun(world, admin, id, { person_ids: [payees.rep] });
    await world.call(admin, returnPayout, { params: { id }, body: { person_id: payees.rep, note: 'Closed' } });
    const second = (await world.send(other, exportPayoutRun, { params: { id } })).rawPayload;
    expect(second.equals(first)).toBe(true);
    const { file_sha256 } = await world.call(admin, readPayoutRun, { params: { id } });
    expect(file_sha256).toBe(createHash('sha256').update(first).digest('hex'));
    expect(await auditsOf('payouts.export_run', id)).toBe(1);
  });

  test('marked as paid twice, also at once, a run pays once: lines, entry, checkbox and letter', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 50_000 });
    const { id } = await makeApproved(world, admin, other);
    const answers = await Promise.all(Array.from({ length: 10 }, () => payRun(world, admin, id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const run = (await payRun(world, other, id, { reference: 'Another' })).json();
    expect(run).toMatchObject({
      state: 'paid',
      people: [{ state: 'paid', paid_on: daysAgo(0), reference: 'Batch 7', amount: 40 }],
    });
    expect(await owed(payees.rep)).toBe(0);
    expect(await world.sql('select key from journal_entries where key like $1', [`paid:${id}:%`])).toHaveLength(1);
    expect(await isMarkedPaid(world, sale)).toBe(true);
    expect(await recipientsOf('commission_paid', '$40.00')).toEqual(['rep@vialkeep.test']);
    expect(await world.refusalOf(admin, cancelPayoutRun, { params: { id } })).toMatchObject({ reason: 'run_paid' });
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('a run is paid person by person, and a stranger in the list is not found', async () => {
    await adjust(world, admin, payees.rep, 60);
    await adjust(world, admin, payees.manager, 70);
    const { id } = await makeApproved(world, admin, other);
    expect((await payRun(world, admin, id, { person_ids: [payees.rep, payees.rep2] })).statusCode).toBe(404);
    expect((await payRun(world, admin, id, { person_ids: [payees.rep] })).json().state).toBe('approved');
    expect(await world.refusalOf(admin, cancelPayoutRun, { params: { id } })).toMatchObject({ reason: 'run_paid' });
    expect((await payRun(world, admin, id, { person_ids: [payees.rep, payees.manager] })).json().state).toBe('paid');
    expect([await owed(payees.rep), await owed(payees.manager)]).toEqual([0, 0]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test.each([
    [{ paid_on: '2999-01-01' }, 'paid_on'],
    [{ reference: 'x'.repeat(101) }, 'reference'],
    [{ reference: 'nul\u0000nul' }, 'reference'],
    [{ person_ids: [] }, 'person_ids'],
  ])('a payment with %o is refused at its field', async (body, field) => {
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeApproved(world, admin, other);
    const answer = await payRun(world, admin, id, body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect(await owed(payees.rep)).toBe(6_000);
  });

  test('a draft is not paid', async () => {
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeDraft(world, admin);
    expect((await payRun(world, admin, id)).json().reason).toBe('not_approved');
    expect(await owed(payees.rep)).toBe(6_000);
  });
});

describe('Lines of a run', () => {
  test('a tick of the checkbox takes its lines out of an approved run, which is a draft with new sums', async () => {
    const sale = await sell(world, { rep: payees.rep, manager: payees.manager, price: 200_000 });
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeApproved(world, admin, other);
    await world.send(admin, exportPayoutRun, { params: { id } });
    await correct(world, admin, sale, { commission_paid: true });
    const run = await world.call(admin, readPayoutRun, { params: { id } });
    expect(run).toMatchObject({
      state: 'draft',
      total: 60,
      people: [{ person: { id: payees.rep }, amount: 60 }],
      approved_by: null,
      file_sha256: null,
    });
    expect(await listMoneyFaults(world)).toEqual([]);
    await world.call(other, approvePayoutRun, { params: { id }, body: {} });
    expect((await payRun(world, admin, id)).json().state).toBe('paid');
    expect([await owed(payees.rep), await owed(payees.manager)]).toEqual([0, 0]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('a run that loses its last line by a tick is cancelled', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 100_000 });
    const { id } = await makeApproved(world, admin, other);
    await correct(world, admin, sale, { commission_paid: true });
    expect(await world.call(admin, readPayoutRun, { params: { id } })).toMatchObject({
      state: 'cancelled',
      people: [],
    });
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('people who were paid are not in the file of a later approval', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 100_000 });
    await adjust(world, admin, payees.rep, 60);
    await adjust(world, admin, payees.manager, 70);
    const { id } = await makeApproved(world, admin, other);
    await payRun(world, admin, id, { person_ids: [payees.manager] });
    await correct(world, admin, sale, { commission_paid: true });
    await world.call(other, approvePayoutRun, { params: { id }, body: {} });
    const { body } = await world.send(admin, exportPayoutRun, { params: { id } });
    expect(body.trimEnd().split('\r\n').at(-1)).toBe('TOTAL,1,,,60.00,');
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('an untick of what a run has paid is refused with the number of the run', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 100_000 });
    const { id } = await makeApproved(world, admin, other);
    await payRun(world, admin, id);
    const answer = await correct(world, admin, sale, { commission_paid: false });
    expect([answer.statusCode, answer.json().reason, answer.json().message]).toEqual([
      409,
      'paid_in_run',
      `Payout run #${id} has paid this. Return the payment there.`,
    ]);
  });

  test('a refund during and after a run is carried over, and its balance is taken by a later run', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 100_000, shipping: 0 });
    const { id } = await makeApproved(world, admin, other);
    await refund(world, sale, 25_000);
    await payRun(world, admin, id);
    await refund(world, sale, 25_000);
    expect(await owed(payees.rep)).toBe(-4_000);
    await adjust(world, admin, payees.rep, 100);
    expect((await makeDraft(world, admin)).people).toMatchObject([{ amount: 60 }]);
    expect(await listMoneyFaults(world)).toEqual([]);
  });
});

describe('The number of a payee', () => {
  test('an administrator sets, replaces and removes it; a person without a seat has none', async () => {
    const params = { id: payees.rep };
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeDraft(world, admin);
    for (const reference of ['PAY-1', 'PAY-2', '']) {
      await world.call(admin, setPayeeReference, { params, body: { reference } });
      const run = await world.call(admin, readPayoutRun, { params: { id } });
      expect(run.people[0]?.payee_reference).toBe(reference);
    }
    const refusal = async (person: string, body: object) =>
      (await world.send(admin, setPayeeReference, { params: { id: await world.idOf(person) }, body })).statusCode;
    expect(await refusal('hc@vialkeep.test', { reference: 'A' })).toBe(404);
    expect(await refusal('rep@vialkeep.test', { reference: 'A', domain_id: 2 })).toBe(404);
    expect(await refusal('rep@vialkeep.test', { reference: 'x'.repeat(41) })).toBe(400);
  });

  test('a number that changes after a draft was looked at changes the draft, and no approved run', async () => {
    await adjust(world, admin, payees.rep, 60);
    await adjust(world, admin, payees.manager, 70);
    const setNumber = (id: number, reference: string) =>
      world.call(admin, setPayeeReference, { params: { id }, body: { reference } });
    const numberIn = async (id: number) =>
      (await world.call(admin, readPayoutRun, { params: { id } })).people.find(({ person }) => person.id === payees.rep)
        ?.payee_reference;
    await setNumber(payees.rep, 'PAY-1');
    const { id, version } = await makeDraft(world, admin);
    await setNumber(payees.rep2, 'PAY-9');
    expect((await world.call(other, readPayoutRun, { params: { id } })).version).toBe(version);
    await setNumber(payees.rep, 'PAY-2');
    expect(await numberIn(id)).toBe('PAY-2');
    expect(await world.refusalOf(other, approvePayoutRun, { params: { id }, body: { version } })).toEqual({
      status: 409,
      reason: 'changed_meanwhile',
    });
    const seen = await world.call(other, readPayoutRun, { params: { id } });
    await world.call(other, approvePayoutRun, { params: { id }, body: { version: seen.version } });
    const approved = await world.call(other, readPayoutRun, { params: { id } });
    await setNumber(payees.rep, 'PAY-3');
    expect(await numberIn(id)).toBe('PAY-2');
    expect((await world.call(other, readPayoutRun, { params: { id } })).version).toBe(approved.version);
    const { body: file } = await world.send(admin, exportPayoutRun, { params: { id } });
    expect(file).toMatch(/,PAY-2,60\.00,/);
  });
});

describe('The database', () => {
  test('a line is in one run, and what was paid is not changed or deleted', async () => {
    await adjust(world, admin, payees.rep, 60);
    await adjust(world, admin, payees.manager, 70);
    const { id } = await makeApproved(world, admin, other);
    await payRun(world, admin, id, { person_ids: [payees.rep] });
    await world.sql('insert into payout_runs (domain_id, cutoff) values (1, current_date)');
    for (const [statement, fault] of [
      ['update commission_lines set payout_id = (select max(id) from payout_runs)', /in run/],
      ["update payout_people set cents = cents + 1 where state = 'paid'", /is kept/],
      ["update payout_people set state = 'due', paid_on = null where state = 'paid'", /is kept/],
      ["delete from payout_people where state = 'paid'", /is kept/],
      ['update payout_runs set made_by = null', /is kept/],
      ['delete from payout_runs', /append-only/],
      ['delete from payout_carried_over', /append-only/],
    ] as const) {
      await expect(world.sql(statement), statement).rejects.toThrow(fault);
    }
    await payRun(world, admin, id);
    await expect(world.sql("update payout_runs set state = 'draft' where id = $1", [id])).rejects.toThrow(/is kept/);
  });
});
