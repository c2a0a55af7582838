import type pg from 'pg';
import { z } from 'zod';

const Broken = z.array(z.object({ n: z.number() }));

/** The invariants, each as a query for violating rows. `$1` is the start of the run. */
const invariants: Readonly<Record<string, string>> = {
  'coupons are used as often as they count, and not more often than allowed': `
    select 1 from coupons where used_number <> (
        select count(*) from coupon_uses where coupon_uses.coupon_id = coupons.id and released_at is null)
      or (max_use_number > 0 and used_number > max_use_number)`,
  'uses of coupons that were not released belong to orders that were paid': `
    select 1 from coupon_uses join checkouts using (reference)
    where released_at is null and state not in ('charged', 'begun', 'held')`,
  'vials added less vials shipped are those in store': `
    select 1 from users cross join lateral (
      select coalesce(sum(case type when 'added' then quantity else -quantity end), 0) as left_over
      from vial_entries where patient_id = users.id and deleted_at is null) entries
    where left_over < 0 or left_over <> (select count(*) from vials where patient_id = users.id and state = 'stored')`,
  'whoever has locations has one default': `
    select 1 from locations group by user_id having count(*) filter (where is_default) <> 1`,
  'whoever has cards has one default': `
    select 1 from saved_cards group by user_id, gateway having count(*) filter (where is_default) <> 1`,
  'completed documents have a file': `
    select 1 from documents where status = 'Completed' and (file is null or sha256 is null)`,
  'what was written has its audit row': `
    select 1 from (
      select 'user' as subject, id::text as subject_id from users where date_joined > $1
      union all select 'location', id::text from locations where created_at > $1
      union all select 'vial_entry', id::text from vial_entries where created_at > $1
      union all select 'coupon', id::text from coupons where created_at > $1 and code <> 'FAULTRUN'
      union all select 'card', id::text from saved_cards where created_at > $1
      union all select 'document', id::text from documents where requested_at > $1
      union all select 'label', id::text from labels where requested_at > $1
      union all select 'checkout', id::text from checkouts
      union all select 'transaction', id::text from transactions where date > $1
      union all select 'file', name from files where created_at > $1) written
    where not exists (select from audit_log
      where audit_log.subject = written.subject and audit_log.subject_id = written.subject_id)`,
  'nothing belongs to another site than its owner': `
    select 1 from (
      select domain_id, user_id from locations union all select domain_id, user_id from saved_cards
      union all select domain_id, patient_id from vial_entries union all select domain_id, owner_id from files
      union all select domain_id, user_id from sessions union all select domain_id, buyer_id from checkouts) thing
    join users on users.id = thing.user_id where users.domain_id <> thing.domain_id`,
  'a patient who was added got one letter with a password': `
    select 1 from users left join letters on letters.user_id = users.id
    where plan_id = 2 and users.email like '%@faults.test' and exists (
      select from audit_log where action = 'patients.create' and subject_id = users.id::text)
    group by users.id having count(letters.id) <> 1`,
  'every letter was sent': `select 1 from letters where sent_at is null`,
  'no order is left open': `select 1 from checkouts where state in ('begun', 'held')`,
  'sums of sales are what was sold': `
    select 1 from (select domain_id, sum(n) as n, sum(cents) as cents from transaction_tallies where kind = 'all'
        group by domain_id) tallied
      full join (select domain_id, count(*) as n, sum(amount_cents) as cents from transactions group by domain_id) sold
        using (domain_id)
    where tallied.n is distinct from sold.n or tallied.cents is distinct from sold.cents`,
};

/** Returns the violated invariants with their number of rows. */
export async function brokenInvariants(owner: pg.Client, began: Date): Promise<string[]> {
  const broken: string[] = [];
  for (const [sentence, question] of Object.entries(invariants)) {
    const values = question.includes('$1') ? [began] : [];
    const { rows } = await owner.query(`select count(*)::int as n from (${question}) broken`, values);
    const n = Broken.parse(rows)[0]?.n ?? 0;
    if (n > 0) broken.push(`${sentence}: ${n} do not`);
  }
  return broken;
}

export const INVARIANTS = Object.keys(invariants).length;
