import {
  adoptCommissionPlan,
  type CommissionPlan,
  createCommissionPlan,
  deleteCommissionPlan,
  listCommissionPlans,
} from '@vialkeep/contract/commission-plans.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { updateTransaction } from '@vialkeep/contract/transactions.ts';
import { clawBack, earnSale } from '../../capabilities/commissions/index.ts';
import { earnBacklogs } from '../../capabilities/commissions/lines/earn-backlog.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import type { Caller, World } from '../world.ts';

/** YYYY-MM-DD of today and of days before it, in UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export async function switchCommissions(world: World, isOn: boolean, domainId = 1): Promise<void> {
  await world.sql(
    `insert into money_settings (domain_id, commissions, counsel_noted) values ($1, $2, true)
     on conflict (domain_id) do update set commissions = excluded.commissions, counsel_noted = true`,
    [domainId, isOn],
  );
}

const guarded = [
  'commission_lines',
  'commission_messages',
  'commission_plans',
  'commission_rules',
  'payout_carried_over',
  'payout_people',
  'payout_runs',
];

/** Removes every plan and line, so that a test begins with none. */
export async function clearCommissions(world: World): Promise<void> {
  for (const table of guarded) {
    await world.sql(`alter table ${table} disable trigger user`);
  }
  await world.sql(
    `truncate commission_lines, commission_messages, commission_disputes, commission_simulations, commission_backlogs,
       commission_rules, commission_plans, payout_people, payout_carried_over, payout_runs`,
  );
  for (const table of guarded) {
    await world.sql(`alter table ${table} enable trigger user`);
  }
  for (const table of ['journal_entries', 'journal_lines'])
    await world.sql(`alter table ${table} disable trigger user`);
  const ofLines = `kind in ('commission', 'payout')`;
  await world.sql(`delete from journal_lines where entry_id in (select id from journal_entries where ${ofLines})`);
  await world.sql(`delete from journal_entries where ${ofLines}`);
  await world.sql(`delete from journal_months where account in (1010, 2000, 5000)`);
  await world.sql('delete from journal_days');
  await world.sql(
    `insert into journal_days (domain_id, account, day, entries, debit_cents, credit_cents)
     select line.domain_id, coalesce(line.account, 0), entry.day, count(distinct line.entry_id),
       sum(greatest(line.cents, 0)), sum(greatest(-line.cents, 0))
     from journal_lines line join journal_entries entry on entry.id = line.entry_id
     group by grouping sets ((line.domain_id, line.account, entry.day), (line.domain_id, entry.day))`,
  );
  for (const table of ['journal_entries', 'journal_lines']) await world.sql(`alter table ${table} enable trigger user`);
}

/** A draft payout run of the main site without people, so that lines can name it. */
export async function addRun(world: World, id: number): Promise<void> {
  await world.sql(
    'insert into payout_runs (id, domain_id, cutoff) overriding system value values ($1, 1, current_date)',
    [id],
  );
}

type PlanInput = { readonly starts_on: string; readonly rules: readonly object[] } & Readonly<Record<string, unknown>>;

export function draftPlan(world: World, admin: Caller, details: PlanInput): Promise<CommissionPlan> {
  return world.call(admin, createCommissionPlan, { body: { name: 'A plan', domain_id: 1, ...details } });
}

export async function adoptDraft(
  world: World,
  admin: Caller,
  { id, version }: CommissionPlan,
): Promise<CommissionPlan> {
  return world.call(admin, adoptCommissionPlan, { params: { id }, body: { version } });
}

/** Drafts and adopts a plan of the main site. */
export async function adoptedPlan(world: World, admin: Caller, details: PlanInput): Promise<CommissionPlan> {
  return adoptDraft(world, admin, await draftPlan(world, admin, details));
}

export async function deleteDrafts(world: World, admin: Caller): Promise<void> {
  const { results } = await world.call(admin, listCommissionPlans);
  for (const { id, state } of results) {
    if (state === 'draft') await world.call(admin, deleteCommissionPlan, { params: { id } });
  }
}

export function runBacklog(world: World, pace?: { batchSales: number; batches: number }): Promise<void> {
  return earnBacklogs(world.app.services, actorlessContext('test'), pace);
}

const MAIN = DomainId.parse(1);

/** One transaction of the server for a site. */
export function inWork<T>(world: World, task: (work: Work) => Promise<T>, site = MAIN): Promise<T> {
  return world.app.services.store.write(site, actorlessContext('test'), task);
}

export type NewSale = {
  readonly rep?: number | null;
  readonly manager?: number | null;
  readonly distributor?: number | null;
  readonly affiliate?: number | null;
  readonly patient?: number | null;
  readonly product?: number;
  readonly quantity?: number;
  readonly price?: number;
  readonly shipping?: number;
  readonly harvest?: number;
  readonly daysAgo?: number;
  readonly isPaid?: boolean;
};

let made = 0;

/** Inserts a charged sale of hc@ without lines; amounts are cents. */
export async function insertSale(world: World, sale: NewSale): Promise<number> {
  made += 1;
  const { price = 29_500, quantity = 1, shipping = 2_500, harvest = 0 } = sale;
  const total = price * quantity + shipping + harvest;
  const [row] = await world.sql<{ id: number }>(
    `insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
       harvest_fee_cents, discount_cents, charged_cents, charged_quantity, center_id, patient_id, rep_id, manager_id,
       distributor_id, affiliate_id, commission_paid, gateway, gateway_id, invoice_id, description, receipt_email)
     select domain_id, now() - make_interval(days => $1), id, $2, $3, $4, $5, $6, $7, 0, $4, $3, id, $8, $9, $10, $11, $12,
       $13, 'test', case when $4::int > 0 then 'commission-' || $14::int end, 1, 'A sale', ''
     from users where email = 'hc@vialkeep.test' returning id`,
    [
      sale.daysAgo ?? 0,
      sale.product ?? 3,
      quantity,
      total,
      price,
      shipping,
      harvest,
      sale.patient ?? null,
      sale.rep ?? null,
      sale.manager ?? null,
      sale.distributor ?? null,
      sale.affiliate ?? null,
      sale.isPaid ?? false,
      made,
    ],
  );
  return row?.id ?? 0;
}

/** A sale with its lines, as a checkout writes them. */
export async function sell(world: World, sale: NewSale): Promise<number> {
  const id = await insertSale(world, sale);
  await inWork(world, async (work) => {
    const digest = await earnSale(work, id);
    const facts = { journal: digest === null ? [] : [digest] };
    await audit(work, { domainId: 1, action: 'commissions.test', subject: 'transaction', subjectId: id, facts });
  });
  return id;
}

/** Gives back cents of a sale, as a refund does. */
export async function refund(world: World, id: number, cents: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into refunds (domain_id, transaction_id, cents, way, reason, note, key, requested_by, state, reference,
       settled_at)
     select domain_id, id, $2, 'refund', 'other', 'A refund', gen_random_uuid(), buyer_id, 'done',
       left(md5(random()::text), 20), now()
     from transactions where id = $1 returning id`,
    [id, cents],
  );
  const refundId = row?.id ?? 0;
  await inWork(world, async (work) => {
    const journal = [...(await clawBack(work, { transactionId: id, refundId }))];
    const facts = { journal };
    await audit(work, { domainId: 1, action: 'commissions.test', subject: 'transaction', subjectId: id, facts });
  });
  return refundId;
}

/** Waits until a statement waits for a lock, or until the task is over, which then did not have to wait. */
export async function untilItWaits(world: World, task: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
  };
  const ended = task.then(end, end);
  for (;;) {
    const waiting = await world.sql(
      `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
    );
    if (state.isOver || waiting.length > 0) return;
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
}

export function correct(world: World, admin: Caller, id: number, body: object) {
  return world.send(admin, updateTransaction, { params: { id }, body: { transaction_note: 'A correction', ...body } });
}

export type KeptLine = {
  readonly id: number;
  readonly person_id: number;
  readonly level: string;
  readonly kind: string;
  readonly cents: number;
  readonly paid_how: string | null;
  readonly retained: boolean;
  readonly payable_on: string;
};

export function linesOf(world: World, id: number): Promise<KeptLine[]> {
  return world.sql<KeptLine>(
    `select id, person_id, level, kind, cents::int, paid_how, retained, payable_on::text from commission_lines
     where transaction_id = $1 order by id`,
    [id],
  );
}

export async function isMarkedPaid(world: World, id: number): Promise<boolean> {
  const [row] = await world.sql<{ is_paid: boolean }>(
    'select commission_paid as is_paid from transactions where id = $1',
    [id],
  );
  return row?.is_paid ?? false;
}
