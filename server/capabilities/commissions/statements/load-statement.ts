import { lineWords } from '@vialkeep/contract/commission-words.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { payeePlans } from '../commissions.policy.ts';

type StatementLine = {
  readonly id: number;
  readonly day: string;
  readonly transactionId: number | null;
  readonly words: string;
  readonly arithmetic: string;
  readonly cents: number;
};
type StatementPayment = { readonly day: string; readonly words: string; readonly cents: number };

export type Statement = {
  readonly person: { readonly id: number; readonly name: string; readonly domainId: number };
  readonly month: string;
  readonly openingCents: number;
  readonly lines: readonly StatementLine[];
  readonly payments: readonly StatementPayment[];
  readonly closingCents: number;
};

/**
 * The statement of a payee for a month that has begun. Lines and the journal never change, and both bear the day on which
 * they were written, so that a past month stays as it is. That day is of the beginning of the transaction: what began
 * before midnight may add a line in the seconds after it. While acting, only the statement of the own account is shown.
 */
export async function loadStatement(
  { access, actor, db }: { readonly access: Access; readonly actor: Actor; readonly db: Db },
  { user_id, month }: { readonly user_id: number; readonly month: string },
): Promise<Statement> {
  const person = await findPayee(db, user_id);
  access.authorize({ domainId: person?.domain_id ?? null, ownerIds: [user_id] });
  if (actor.acting && actor.userId !== user_id) throw refuse('not_while_acting');
  const { id, username, domain_id: domainId } = orNotFound(person);
  orNotFound(month <= new Date().toISOString().slice(0, 7) ? month : null);
  const payee = { id, domainId, firstDay: `${month}-01` };
  const [openingCents, lines, payments] = await Promise.all([
    readOpening(db, payee),
    listStatementLines(db, payee),
    listPayments(db, payee),
  ]);
  const closingCents = [...lines, ...payments].reduce((sum, { cents }) => sum + cents, openingCents);
  return { person: { id, name: username, domainId }, month, openingCents, lines, payments, closingCents };
}

type Payee = { readonly id: number; readonly domainId: number; readonly firstDay: string };

function findPayee(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'domain_id'])
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb.and([sql<boolean>`plan_id = any (${[...payeePlans]}::integer[])`, eb('removed_at', 'is', null)]),
        eb.exists(eb.selectFrom('commission_lines').select('id').where('person_id', '=', id)),
      ]),
    )
    .executeTakeFirst();
}

/** What the journal says was owed before the month. */
async function readOpening(db: Db, { id, domainId, firstDay }: Payee): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(credit_cents - debit_cents), 0)::float8 as cents from journal_months
    where domain_id = ${domainId} and account = 2000 and person_id = ${id} and month < ${firstDay}::date`.execute(db);
  return rows[0]?.cents ?? 0;
}

async function listStatementLines(db: Db, { id, domainId, firstDay }: Payee): Promise<StatementLine[]> {
  const { rows } = await sql<
    Parameters<typeof lineWords>[0] & {
      id: number;
      day: string;
      transaction_id: number | null;
      words: string | null;
      reason: string;
    }
  >`
    select line.id, line.earned_on::text as day, line.kind, line.transaction_id, line.refund_id, rule.words, line.reason,
      line.base_cents::float8 as base_cents, line.rate_bp, line.piece_cents, line.quantity, line.cents::float8 as cents
    from commission_lines line left join commission_rules rule on rule.id = line.rule_id
    where line.person_id = ${id} and line.domain_id = ${domainId} and not line.retained and ${inMonth(firstDay)}
    order by line.earned_on, line.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    transactionId: row.transaction_id,
    words: row.reason || (row.words ?? ''),
    arithmetic: lineWords(row),
    cents: row.cents,
  }));
}

function inMonth(firstDay: string) {
  return sql<boolean>`line.earned_on >= ${firstDay}::date and line.earned_on < (${firstDay}::date + interval '1 month')::date`;
}

/**
 * Payments by the journal, and lines that were paid before there were lines, which it does not know. The payments of the
 * month come first, so that the entries of other months are not read.
 */
async function listPayments(db: Db, { id, domainId, firstDay }: Payee): Promise<StatementPayment[]> {
  const { rows } = await sql<StatementPayment>`
    with entry as materialized (
      select id, day, memo from journal_entries where domain_id = ${domainId} and kind = 'payout'
        and day >= ${firstDay}::date and day < (${firstDay}::date + interval '1 month')::date
    )
    select day::text as day, words, cents from (
      select line.earned_on as day, 0 as part, line.id, 'Paid before, transaction #' || line.transaction_id as words,
        -line.cents::float8 as cents
      from commission_lines line
      where line.person_id = ${id} and line.domain_id = ${domainId} and line.born_paid and ${inMonth(firstDay)}
      union all
      select entry.day, 1, entry.id, entry.memo, -posted.cents::float8
      from entry cross join lateral (select sum(line.cents) as cents from journal_lines line
        where line.entry_id = entry.id and line.person_id = ${id} and line.account = 2000) posted
      where posted.cents is not null
    ) paid order by paid.day, part, id`.execute(db);
  return rows;
}
