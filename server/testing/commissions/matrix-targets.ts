import type { World } from '../world.ts';

/** Records of commissions. Each caller has other ones, because a successful call changes them. */
export const commissionThings = [
  'commissionPlan',
  'deletedPlan',
  'keptDraft',
  'simulation',
  'payee',
  'commissionLine',
  'dispute',
  'closedDispute',
  'draftRun',
  'cancelledRun',
  'approvedRun',
  'returnedRun',
] as const;
export type CommissionThing = (typeof commissionThings)[number];

/** Adds one record of every kind, with lines of this account on its site; returns their ids. */
export async function addCommissionRecords(
  world: World,
  userId: number,
  domainId: number,
): Promise<Record<CommissionThing, number>> {
  const commissionPlan = await addPlan(world, domainId);
  return {
    commissionPlan,
    deletedPlan: await addPlan(world, domainId),
    keptDraft: await addPlan(world, domainId),
    simulation: await idFrom(
      world,
      `insert into commission_simulations (domain_id, plan_id, from_day, to_day, state, result)
       values ($1, $2, '2026-01-01', '2026-01-31', 'done',
         jsonb_build_object('months', '[]'::jsonb, 'people', jsonb_build_array(jsonb_build_array($3::int, 1, 2)), 'levels', '[]'::jsonb))
       returning id`,
      [domainId, commissionPlan, userId],
    ),
    payee: userId,
    commissionLine: await addLine(world, userId),
    dispute: await addDispute(world, userId),
    closedDispute: await addDispute(world, userId),
    draftRun: await addRun(world, userId, 'draft'),
    cancelledRun: await addRun(world, userId, 'draft'),
    approvedRun: await addRun(world, userId, 'approved'),
    returnedRun: await addRun(world, userId, 'approved'),
  };
}

async function idFrom(world: World, text: string, values: unknown[]): Promise<number> {
  const [row] = await world.sql<{ id: number }>(text, values);
  return row?.id ?? 0;
}

/** A draft that begins later than every other plan. */
async function addPlan(world: World, domainId: number): Promise<number> {
  const id = await idFrom(
    world,
    "insert into commission_plans (domain_id, name, starts_on) values ($1, 'Draft', current_date + 364) returning id",
    [domainId],
  );
  await world.sql("insert into commission_rules (plan_id, domain_id, level, rate_bp) values ($1, $2, 'rep', 100)", [
    id,
    domainId,
  ]);
  return id;
}

function addLine(world: World, userId: number): Promise<number> {
  return idFrom(
    world,
    `insert into commission_lines (domain_id, person_id, level, kind, cents, payable_on, retained, reason)
     select domain_id, id, 'none', 'adjustment', 100, current_date, false, 'A bonus' from users where id = $1 returning id`,
    [userId],
  );
}

async function addDispute(world: World, userId: number): Promise<number> {
  const line = await addLine(world, userId);
  return idFrom(
    world,
    'insert into commission_disputes (domain_id, line_id) select domain_id, id from commission_lines where id = $1 returning id',
    [line],
  );
}

/** A payout run of the account's site that pays the account for one line. */
async function addRun(world: World, userId: number, state: 'draft' | 'approved'): Promise<number> {
  const line = await addLine(world, userId);
  return idFrom(
    world,
    `with run as (
       insert into payout_runs (domain_id, cutoff, state, approved_by, approved_at, approvals)
       select domain_id, current_date, $2, case when $2 = 'approved' then id end, case when $2 = 'approved' then now() end,
         case when $2 = 'approved' then 1 else 0 end
       from users where id = $1 returning id, domain_id),
     payee as (
       insert into payout_people (run_id, person_id, domain_id, cents, approval) select id, $1, domain_id, 100, 1 from run),
     taken as (update commission_lines set payout_id = run.id from run where commission_lines.id = $3)
     select id from run`,
    [userId, state, line],
  );
}
