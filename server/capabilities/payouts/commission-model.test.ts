import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { CommissionModel, type ModelRule, type ModelSale } from '../../testing/commissions/commission-model.ts';
import {
  adoptedPlan,
  clearCommissions,
  daysAgo,
  inWork,
  switchCommissions,
} from '../../testing/commissions/commission-world.ts';
import {
  listPlayedRuns,
  playApproval,
  playCancellation,
  playPayment,
  playReturn,
  playRun,
  settleAll,
} from '../../testing/commissions/played-runs.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { clawBack, correctLines, earnSale, findPayment, payByHand, verifyCommissions } from '../commissions/index.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyPayouts } from './index.ts';

const HISTORIES = process.env.LONG === '1' ? 10_000 : 100;
const TIMEOUT_MS = 3_600_000;
/** Tables that grow from nothing have no statistics, without which statements read all lines each time. */
const grownEnough = new Set([3, 30, 300, 1_000, 3_000]);
/** Cents; less than this is carried over. */
const LEAST = 100;

let world: World;
let people: { reps: number[]; managers: number[]; distributors: number[]; affiliates: number[]; house: number };
let rules: ModelRule[];
let buyer: number;

beforeAll(async () => {
  world = await newWorld();
  await clearCommissions(world);
  await switchCommissions(world, true);
  const idOf = (who: string) => world.idOf(`${who}@vialkeep.test`);
  people = {
    reps: [await idOf('rep'), await idOf('rep2'), await idOf('house')],
    managers: [await idOf('manager'), await idOf('manager2')],
    distributors: [await idOf('distributor')],
    affiliates: [await idOf('affiliate')],
    house: await idOf('house'),
  };
  buyer = await idOf('hc');
  rules = [
    { level: 'rep', rate_bp: 833 },
    { level: 'rep', product_ids: [2, 3], rate_bp: 517 },
    { level: 'rep', person_id: people.reps[1] ?? 0, rate_bp: 1_001 },
    { level: 'rep', person_id: people.reps[1] ?? 0, product_ids: [3], piece: 7.77 },
    { level: 'manager', rate_bp: 250, base: 'net_with_harvest' },
    { level: 'distributor', rate_bp: 99, base: 'charged' },
    { level: 'distributor', product_ids: [12], rate_bp: 0 },
    { level: 'affiliate', rate_bp: 150 },
    { level: 'house', rate_bp: 100 },
  ];
  await adoptedPlan(world, await world.as('admin'), {
    starts_on: daysAgo(10),
    hold_days: 0,
    house_id: people.house,
    empty_seats: 'house',
    rules,
  });
});
afterAll(() => world.close());

const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const orNone = (ids: readonly number[]) => oneOf([...ids, null]);

/** Only what the arbitrary of a sale says; the people are known when the tests run. */
const saleShape = () =>
  fc.record({
    product: oneOf([2, 3, 12, 13]),
    quantity: fc.integer({ min: 1, max: 5 }),
    price: oneOf([0, 1, 99, 29_500, 29_500, 123_457]),
    shipping: oneOf([0, 2_500]),
    harvest: oneOf([0, 10_000]),
    rep: orNone(people.reps),
    manager: orNone(people.managers),
    distributor: orNone(people.distributors),
    affiliate: orNone(people.affiliates),
  });

type Step =
  | { do: 'sell'; sale: Omit<ModelSale, 'amount'> }
  | { do: 'correct'; which: number; field: 'amount' | 'quantity' | 'product' | 'rep'; value: number }
  | { do: 'refund'; which: number; share: number }
  | { do: 'tick'; which: number; isPaid: boolean }
  | { do: 'run' }
  | { do: 'approve'; which: number }
  | { do: 'cancel'; which: number }
  | { do: 'pay'; which: number; who: number | null }
  | { do: 'return'; which: number; who: number };

const first = () => fc.record({ do: fc.constant('sell' as const), sale: saleShape() });

const history = () => fc.tuple(first(), later()).map(([sold, steps]): Step[] => [sold, ...steps]);

const later = () =>
  fc.array(
    fc.oneof<fc.Arbitrary<Step>[]>(
      first(),
      fc.record({
        do: fc.constant('correct' as const),
        which: fc.nat(3),
        field: oneOf(['amount', 'quantity', 'product', 'rep'] as const),
        value: fc.nat(200_000),
      }),
      fc.record({ do: fc.constant('refund' as const), which: fc.nat(3), share: oneOf([1, 33, 50, 100]) }),
      fc.record({ do: fc.constant('tick' as const), which: fc.nat(3), isPaid: fc.boolean() }),
      fc.record({ do: fc.constant('run' as const) }),
      fc.record({ do: fc.constant('run' as const) }),
      fc.record({ do: fc.constant('approve' as const), which: fc.nat(2) }),
      fc.record({ do: fc.constant('approve' as const), which: fc.nat(2) }),
      fc.record({ do: fc.constant('cancel' as const), which: fc.nat(2) }),
      fc.record({ do: fc.constant('pay' as const), which: fc.nat(2), who: oneOf([null, null, 0, 1]) }),
      fc.record({ do: fc.constant('return' as const), which: fc.nat(2), who: fc.nat(2) }),
    ),
    { minLength: 1, maxLength: 14 },
  );

let keys = 0;

/** Plays one history in the database and in the model, and compares every line and every checkbox. */
async function play(work: Work, steps: readonly Step[]): Promise<CommissionModel> {
  const model = new CommissionModel(rules, people.house);
  const digests: string[] = [];
  const note = (...made: readonly (string | null)[]) => digests.push(...made.flatMap((digest) => digest ?? []));
  for (const step of steps) {
    if (step.do === 'sell') {
      const id = await insertSale(work, step.sale);
      model.sell(id, step.sale);
      note(await earnSale(work, id));
    } else if (step.do === 'correct') {
      const id = model.idAt(step.which);
      if (id === null) continue;
      const change = changeOf(step);
      if (!model.correct(id, change)) continue;
      await sql`update transactions set ${sql.ref(column[step.field])} = ${change[step.field] ?? null}, version = version + 1
        where id = ${id}`.execute(work.db);
      note(...(await correctLines(work, id)));
    } else if (step.do === 'refund') {
      const id = model.idAt(step.which);
      const cents = id === null ? 0 : model.refundable(id, step.share);
      if (id === null || cents === 0) continue;
      keys += 1;
      model.refund(id, cents);
      note(...(await clawBack(work, { transactionId: id, refundId: await insertRefund(work, id, cents) })));
    } else if (step.do === 'tick') {
      const id = model.idAt(step.which);
      if (id === null) continue;
      const { hasLines, paidBy } = await findPayment(work.db, id);
      if (!hasLines) continue;
      const isRefused = model.tick(id, step.isPaid) === 'refused';
      if (isRefused && paidBy === null) throw new Error('The model refuses a tick that no run stands against.');
      if (isRefused || !model.hasTicked) continue;
      await sql`update transactions set version = version + 1 where id = ${id}`.execute(work.db);
      const [row] = await versionOf(work, id);
      note(await payByHand(work, { transactionId: id, isPaid: step.isPaid, version: row?.version ?? 0 }));
    } else {
      note(...(await playStepOfRun(work, model, step)));
    }
  }
  await compare(work, model);
  note(...(await settleAll(work, buyer)));
  await audit(work, {
    domainId: 1,
    action: 'commissions.test',
    subject: 'commission',
    subjectId: 1,
    facts: { journal: digests },
  });
  return model;
}

type StepOfRun = Extract<Step, { do: 'run' | 'approve' | 'cancel' | 'pay' | 'return' }>;

/** Plays a step where the model says that it is possible. Returns the digests of its entries. */
async function playStepOfRun(work: Work, model: CommissionModel, step: StepOfRun): Promise<(string | null)[]> {
  if (step.do === 'run') {
    const made = await playRun(work, LEAST);
    expect(made === null).toBe(model.payable(LEAST).length === 0);
    if (made !== null) model.makeRun(made, LEAST);
    return [];
  }
  const id = model.runAt(step.which);
  if (id === null) return [];
  if (step.do === 'approve') {
    if (model.approve(id)) await playApproval(work, id, buyer);
    return [];
  }
  if (step.do === 'cancel') {
    if (model.cancel(id)) await playCancellation(work, id);
    return [];
  }
  const person = step.who === null ? null : model.personAt(id, step.who);
  if (step.do === 'pay') return model.pay(id, person) ? playPayment(work, id, person) : [];
  if (person === null || !model.returnPayment(id, person)) return [];
  return [await playReturn(work, id, person)];
}

const column = { amount: 'amount_cents', quantity: 'quantity', product: 'product_id', rep: 'rep_id' } as const;

function changeOf({ field, value }: Extract<Step, { do: 'correct' }>): Partial<ModelSale> {
  if (field === 'amount') return { amount: value };
  if (field === 'quantity') return { quantity: 1 + (value % 9) };
  if (field === 'product') return { product: [2, 3, 12, 13][value % 4] ?? 3 };
  return { rep: [...people.reps, null][value % 4] ?? null };
}

async function insertSale(work: Work, sale: Omit<ModelSale, 'amount'>): Promise<number> {
  keys += 1;
  const total = sale.price * sale.quantity + sale.shipping + sale.harvest;
  const { rows } = await sql<{ id: number }>`
    insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
      harvest_fee_cents, discount_cents, charged_cents, charged_quantity, rep_id, manager_id, distributor_id, affiliate_id,
      gateway, gateway_id, invoice_id, description, receipt_email)
    values (1, ${buyer}, ${sale.product}, ${sale.quantity}, ${total}, ${sale.price}, ${sale.shipping}, ${sale.harvest}, 0,
      ${total}, ${sale.quantity}, ${sale.rep}, ${sale.manager}, ${sale.distributor}, ${sale.affiliate}, 'model',
      ${total > 0 ? `model-${keys}` : null}, 1, 'A sale', '') returning id`.execute(work.db);
  return rows[0]?.id ?? 0;
}

async function insertRefund(work: Work, id: number, cents: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into refunds (domain_id, transaction_id, cents, way, reason, note, key, requested_by, state, reference, settled_at)
    values (1, ${id}, ${cents}, 'refund', 'other', 'A refund', gen_random_uuid(), ${buyer}, 'done', ${`model-${keys}`}, now())
    returning id`.execute(work.db);
  return rows[0]?.id ?? 0;
}

async function versionOf(work: Work, id: number) {
  return (await sql<{ version: number }>`select version from transactions where id = ${id}`.execute(work.db)).rows;
}

async function compare(work: Work, model: CommissionModel): Promise<void> {
  const { rows } = await sql<{ id: number; person: number; cents: number; unpaid: number }>`
    select transaction_id as id, person_id as person, sum(cents)::float8 as cents,
      coalesce(sum(cents) filter (where paid_on is null and not retained), 0)::float8 as unpaid
    from commission_lines where transaction_id = any (${[...model.ids()]}::integer[]) group by 1, 2 order by 1, 2`.execute(
    work.db,
  );
  expect(rows).toEqual(model.sums());
  const { rows: flags } = await sql<{ id: number; is_paid: boolean }>`
    select id, commission_paid as is_paid from transactions where id = any (${[...model.ids()]}::integer[]) order by id`.execute(
    work.db,
  );
  expect(flags).toEqual(model.flags());
  expect(await listPlayedRuns(work, model.runIds())).toEqual(model.runs());
  await compareBalances(work, model);
  for (const id of model.fullyRefunded()) {
    expect(rows.filter((row) => row.id === id).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  }
}

/** What the journal owes to each person; earlier histories are settled. */
async function compareBalances(work: Work, model: CommissionModel): Promise<void> {
  const { rows } = await sql<{ person: number; cents: number }>`
    select person_id as person, sum(credit_cents - debit_cents)::float8 as cents from journal_months
    where account = 2000 and domain_id = 1 group by 1 having sum(credit_cents - debit_cents) <> 0 order by 1`.execute(
    work.db,
  );
  expect(rows).toEqual(model.balances());
}

describe('Commission by a plain model', () => {
  test(`${HISTORIES} random histories give every person the same to the cent`, { timeout: TIMEOUT_MS }, async () => {
    let steps = 0;
    let histories = 0;
    let sales = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(history(), async (played) => {
        if (grownEnough.has(histories)) await world.sql('analyze');
        histories += 1;
        const model = await inWork(world, (work) => play(work, played));
        steps += played.length;
        sales += model.ids().length;
        runs += model.runIds().length;
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
    const db = world.app.services.store.readSlowly('platform');
    expect(await verifyCommissions(db)).toEqual([]);
    expect(await verifyPayouts(db)).toEqual([]);
    expect((await verifyJournal(db)).filter(({ fault }) => !fault.includes('opening'))).toEqual([]);
    process.stdout.write(
      `commission by model: ${HISTORIES} histories, ${sales} sales, ${runs} runs, ${steps} steps, all equal\n`,
    );
  });
});
