import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

describe('The money of the demo network', () => {
  test('the main site pays commissions by a plan from 400 days ago, and has a draft for later', async () => {
    expect(
      await world.sql('select commissions, counsel_noted, storage from money_settings where domain_id = 1'),
    ).toEqual([{ commissions: true, counsel_noted: true, storage: false }]);
    const plans = await world.sql(
      `select name, state, domain_id, starts_on - day_of(now()) as starts_in from commission_plans order by starts_on`,
    );
    expect(plans).toEqual([
      { name: 'Network plan', state: 'adopted', domain_id: null, starts_in: -400 },
      { name: 'Plan for next quarter', state: 'draft', domain_id: 1, starts_in: 45 },
    ]);
    const rules = await world.sql<{ rule: string }>(
      `select concat_ws(' ', level, rate_bp, nullif(product_ids::text, '{}')) as rule from commission_rules
       join commission_plans plan on plan.id = plan_id where plan.name = 'Network plan' order by commission_rules.id`,
    );
    expect(rules.map(({ rule }) => rule)).toEqual(NETWORK_RULES);
    const [banner] = await world.sql(
      `select count(*)::int as sales, count(distinct line.transaction_id)::int as earning, sum(abs(line.cents))::int as cents
       from transactions sold left join commission_lines line on line.transaction_id = sold.id
       where sold.domain_id = 1 and sold.product_id = 12`,
    );
    expect(banner?.sales).toBeGreaterThan(0);
    expect(banner?.cents ?? 0).toBe(0);
  });

  test('the sales of more than 60 days ago are marked as paid, and no later one', async () => {
    const sales = await world.sql<{ is_paid: boolean; is_old: boolean }>(
      `select commission_paid as is_paid, date < now() - interval '60 days 12 hours' as is_old
       from transactions where gateway = 'sandbox'`,
    );
    expect(new Set(sales.map(({ is_old }) => is_old))).toEqual(new Set([true, false]));
    expect(sales.filter(({ is_paid, is_old }) => is_paid !== is_old)).toEqual([]);
  });

  test('a part refund is done, rep@ has an open question, and a draft run waits for approval', async () => {
    expect(
      await world.sql(
        `select refund.state, refund.reason, refund.cents < sold.charged_cents as is_part from refunds refund
         join transactions sold on sold.id = refund.transaction_id`,
      ),
    ).toEqual([{ state: 'done', reason: 'not_delivered', is_part: true }]);
    expect(
      await world.sql(
        `select dispute.state, person.email, count(message.id)::int as messages from commission_disputes dispute
         join commission_lines line on line.id = dispute.line_id join users person on person.id = line.person_id
         join commission_messages message on message.dispute_id = dispute.id group by dispute.id, person.id`,
      ),
    ).toEqual([{ state: 'open', email: 'rep@vialkeep.test', messages: 1 }]);
    const runs = await world.sql(
      `select state, run.domain_id, count(line.id) > 0 as has_lines from payout_runs run
       left join commission_lines line on line.payout_id = run.id group by run.id`,
    );
    expect(runs).toEqual([{ state: 'draft', domain_id: 1, has_lines: true }]);
  });

  test('the second site offers two storage plans; one patient’s is due in 12 days, and another’s is past due', async () => {
    expect(
      await world.sql(
        `select name, years, price_cents::int, domain_id from storage_offers
         where domain_id = (select domain_id from money_settings where storage) order by years`,
      ),
    ).toEqual([
      { name: 'Yearly storage', years: 1, price_cents: 18_000, domain_id: 2 },
      { name: 'Storage for ten years', years: 10, price_cents: 150_000, domain_id: 2 },
    ]);
    const plans = await world.sql(
      `select person.email, plan.state, invoice.due_on - day_of(now()) as due_in, invoice.state as invoice,
         (select card.last4 from saved_cards card where card.user_id = person.id) as card
       from storage_enrolments plan join users person on person.id = plan.patient_id
       join storage_invoices invoice on invoice.enrolment_id = plan.id order by person.email`,
    );
    expect(plans).toEqual([
      { email: 'patient2@north.test', state: 'past_due', due_in: -5, invoice: 'open', card: '0721' },
      { email: 'patient@north.test', state: 'active', due_in: 12, invoice: 'open', card: '1111' },
    ]);
  });
});

const NETWORK_RULES = [
  'rep 800',
  'rep 500 {2}',
  'rep 0 {12}',
  'manager 200',
  'manager 0 {12}',
  'distributor 100',
  'distributor 0 {12}',
  'affiliate 150',
  'affiliate 0 {12}',
];
