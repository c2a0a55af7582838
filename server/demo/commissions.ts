import { sql } from 'kysely';
import { adoptPlan, earnBacklogs } from '../capabilities/commissions/index.ts';
import { makeRun } from '../capabilities/payouts/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import type { Work } from '../kernel/db/db.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';

type DemoRule = { readonly level: string; readonly rate_bp: number; readonly product_ids?: number[] };

const VIALS = 2;
const BANNER = 12;

const networkRules: readonly DemoRule[] = [
  { level: 'rep', rate_bp: 800 },
  { level: 'rep', rate_bp: 500, product_ids: [VIALS] },
  { level: 'rep', rate_bp: 0, product_ids: [BANNER] },
  { level: 'manager', rate_bp: 200 },
  { level: 'manager', rate_bp: 0, product_ids: [BANNER] },
  { level: 'distributor', rate_bp: 100 },
  { level: 'distributor', rate_bp: 0, product_ids: [BANNER] },
  { level: 'affiliate', rate_bp: 150 },
  { level: 'affiliate', rate_bp: 0, product_ids: [BANNER] },
];

/** Commissions of the main site: an adopted plan with the lines of the demo sales, a draft, and a question of rep@. */
export async function addCommissions(services: Services, hasSales: boolean): Promise<void> {
  const { store, domains } = services;
  const cause = actorlessContext('demo-network');
  const main = await domains.main();
  await store.write('platform', cause, async (work) => {
    await work.db
      .insertInto('money_settings')
      .values({ domain_id: main.id, commissions: true, counsel_noted: true })
      .execute();
    const network = await addPlan(work, { name: 'Network plan', domainId: null, startsIn: -400, rules: networkRules });
    await adoptPlan(work, network, main.id);
    const lower = networkRules.map((rule) => (rule.rate_bp === 800 ? { ...rule, rate_bp: 750 } : rule));
    await addPlan(work, { name: 'Plan for next quarter', domainId: main.id, startsIn: 45, rules: lower });
  });
  await earnBacklogs(services, cause);
  if (hasSales) await store.write('platform', cause, (work) => addQuestion(work, main.id));
  await store.write('platform', cause, (work) => addDraftRun(work, main.id));
}

type DemoPlan = {
  readonly name: string;
  readonly domainId: number | null;
  readonly startsIn: number;
  readonly rules: readonly DemoRule[];
};

async function addPlan(work: Work, { name, domainId, startsIn, rules }: DemoPlan) {
  const admin = work.db.selectFrom('users').select('id').where('email', '=', 'admin@vialkeep.test');
  const plan = await work.db
    .insertInto('commission_plans')
    .values({
      name,
      domain_id: domainId,
      starts_on: sql`day_of(now()) + ${startsIn}::integer`,
      house_id: work.db.selectFrom('users').select('id').where('email', '=', 'house@vialkeep.test'),
      made_by: admin,
    })
    .returning(['id', 'domain_id', 'house_id', 'empty_seats', 'version'])
    .returning(sql<string>`starts_on::text`.as('starts_on'))
    .executeTakeFirstOrThrow();
  await work.db
    .insertInto('commission_rules')
    .values(rules.map((rule) => ({ ...rule, plan_id: plan.id, domain_id: domainId })))
    .execute();
  return plan;
}

/** What is payable today, collected by admin@ and not approved yet. */
async function addDraftRun(work: Work, domainId: number): Promise<void> {
  const { id } = await work.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@vialkeep.test')
    .executeTakeFirstOrThrow();
  await makeRun(work, domainId, new Date().toISOString().slice(0, 10), id);
  await audit(work, { domainId, action: 'demo.load', subject: 'domain', subjectId: domainId });
}

async function addQuestion(work: Work, domainId: number): Promise<void> {
  const line = await work.db
    .selectFrom('commission_lines')
    .innerJoin('users', 'users.id', 'commission_lines.person_id')
    .select(['commission_lines.id', 'commission_lines.person_id'])
    .where('users.email', '=', 'rep@vialkeep.test')
    .where('commission_lines.paid_on', 'is', null)
    .orderBy('commission_lines.id', 'desc')
    .executeTakeFirstOrThrow();
  await audit(work, { domainId, action: 'demo.load', subject: 'domain', subjectId: domainId });
  const dispute = await work.db
    .insertInto('commission_disputes')
    .values({ domain_id: domainId, line_id: line.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await work.db
    .insertInto('commission_messages')
    .values({
      dispute_id: dispute.id,
      domain_id: domainId,
      author_id: line.person_id,
      text: 'The clinic paid for two kits. Is the second one in this line?',
    })
    .execute();
}
