import { listLabPatients } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { documentsOf } from '../documents/index.ts';
import { salesRepsOf, userPage, usersWith } from '../network/index.ts';
import {
  ownPatients,
  type PatientScope,
  patientScope,
  type selectOwnPatients,
} from './account-patients/patient-scope.ts';
import { presentTabled } from './patients.present.ts';
import {
  type ContactRow,
  contactColumns,
  currentPatients,
  listedColumns,
  loadRelatedAccounts,
} from './patients.queries.ts';

export const listLabPatientsHandler = handle(listLabPatients, async ({ access, actor, db, query }) => {
  const scope = patientScope(access.listFilter());
  const { ids, count, isExact } =
    scope === null ? await sitePage(db, actor, query) : await ownPage(db, actor, scope, query);
  const rows = await rowsOfPage(db, ids);
  return { results: await loadTabledPatients(db, rows), count, count_is_exact: isExact };
});

const rowsOfPage = statementByIds((db, these) =>
  currentPatients(db)
    .select([...listedColumns, ...contactColumns])
    .where('patient_records.patient_id', '=', these)
    .orderBy('patient_records.patient_id', 'desc'),
);

async function loadTabledPatients(db: Db, rows: readonly ContactRow[]) {
  const ids = rows.map(({ id }) => id);
  const [around, documents, reps] = await Promise.all([
    loadRelatedAccounts(db, ids),
    documentsOf(db, ids),
    salesRepsOf(db, ids),
  ]);
  return rows.map((row) =>
    presentTabled(row, around, {
      documents: documents.get(row.id) ?? [],
      sales_rep: reps.get(row.id) ?? null,
    }),
  );
}

type Query = Call<typeof listLabPatients>['query'];
type PatientPage = { ids: readonly number[]; count: number; isExact: boolean };

/** The most hits of a search that are counted; users refine a search instead of paging further. */
const MOST_HITS = 1_000;

async function sitePage(db: Db, actor: Actor, query: Query): Promise<PatientPage> {
  const { stage, search, domain_id: domainId, limit, offset } = query;
  const patients = { plan: Plan.generalMember, isActive: true, domainId, search } as const;
  if (stage === undefined) return userPage(db, actor, patients, { limit, offset });
  const inStage = db
    .selectFrom('patient_records')
    .select('patient_id')
    .where('is_current', '=', sql.lit(true))
    .where('stage', '=', stage)
    .where((eb) => eb.and(whenDefined(domainId, (value) => eb('domain_id', '=', value))))
    .orderBy('patient_id', 'desc');
  if (!search) {
    const [rows, count] = await Promise.all([
      inStage.limit(limit).offset(offset).execute(),
      sumOf(countsOfStages(db, query)),
    ]);
    return { ids: idsOf(rows), count, isExact: true };
  }
  const { ids, isExact } = await userPage(db, actor, patients, { limit: MOST_HITS, offset: 0 });
  const hits = await inStage.where('patient_id', '=', anyOf(ids)).execute();
  return { ids: idsOf(hits.slice(offset, offset + limit)), count: hits.length, isExact };
}

async function ownPage(db: Db, actor: Actor, scope: PatientScope, query: Query): Promise<PatientPage> {
  const { stage, search, domain_id: domainId, limit, offset } = query;
  const own = ownPatients(db, scope)
    .select('patient.patient_id')
    .where((eb) =>
      eb.and([
        ...whenDefined(stage, (value) => eb('patient.stage', '=', value)),
        ...whenDefined(domainId, (value) => eb('patient.domain_id', '=', value)),
      ]),
    );
  if (!search && typeof scope === 'number') {
    const page = own.orderBy('patient.patient_id', 'desc').limit(limit).offset(offset);
    const [rows, count] = await Promise.all([page.execute(), sumOf(countsOfAccount(db, scope, query))]);
    return { ids: idsOf(rows), count, isExact: true };
  }
  const found = search ? ownWith(db, actor, scope, own, search) : own;
  const { rows } = await sql<{ ids: number[]; count: number }>`
    with found as materialized (${found})
    select (select count(*) from found) as count,
      array(select patient_id from found order by 1 desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0, isExact: true };
}

type OwnIds = ReturnType<typeof selectOwnPatients>;

/** The newest patients of an account, who show whether a text is common. */
const SAMPLE = 256;
/** Below this many users for each patient of the account, the index is faster. The newest id tells how many users there are. */
const FAR_MORE_USERS = 32;
/** An account with at most this many patients looks into each of them for a common text, whatever the size of its site. */
const MOST_LOOKED_INTO = 10_000;

/**
 * The own patients who have a text. Those of one account are looked into one by one where they are few and the text is
 * common: the index would bring the hits of the whole site. Otherwise the hits are looked up where they are fewer than
 * the account's patients. PostgreSQL knows none of these numbers when it plans.
 */
export function ownWith(
  db: Db,
  actor: Actor,
  scope: PatientScope,
  own: OwnIds,
  search: string,
  most = MOST_LOOKED_INTO,
) {
  const hits = usersWith(actor, search);
  if (typeof scope !== 'number') return own.innerJoin(hits, 'found.id', 'patient.patient_id');
  const lookedUp = own.where('patient.patient_id', '=', sql.ref<number>('hits.id')).limit(sql.lit(1));
  const newest = own.orderBy('patient.patient_id', 'desc').limit(sql.lit(SAMPLE));
  const hasText = sql`lateral (select from users
    where users.id = patient.patient_id and strpos(users.search_text, ${search.toLowerCase()}) > 0 limit 1) person`;
  return sql<{ patient_id: number }>`
    with patients as materialized (select coalesce((${countsOfAccount(db, scope, {})}), 0) as n),
      few as materialized (
        select n <= ${sql.lit(most)} and (n <= ${sql.lit(SAMPLE)}
          or ${sql.lit(FAR_MORE_USERS)} * n < (select id from users order by id desc limit 1)
            and exists (select from (${newest}) patient cross join ${hasText})) as are_looked_into from patients),
      hits as materialized (select id from ${hits} where not (select are_looked_into from few)),
      fewer as materialized (select (select count(*) from hits) < (select n from patients) as are_hits)
    select patient.patient_id from (${own}) patient cross join ${hasText} where (select are_looked_into from few)
    union all
    select patient.patient_id from hits cross join lateral (${lookedUp}) patient where (select are_hits from fewer)
    union all
    select patient.patient_id from (${own}) patient join hits on hits.id = patient.patient_id
    where not (select are_hits from fewer)`;
}

function idsOf(rows: readonly { patient_id: number }[]): number[] {
  return rows.map(({ patient_id }) => patient_id);
}

/** The stored counts of whole sites, so that no rows are counted. */
function countsOfStages(db: Db, { stage, domain_id }: Query) {
  return db
    .selectFrom('stage_counts')
    .select((eb) => eb.fn.sum<number | null>('patients').as('count'))
    .where((eb) =>
      eb.and([
        ...whenDefined(stage, (value) => eb('stage', '=', value)),
        ...whenDefined(domain_id, (value) => eb('domain_id', '=', value)),
      ]),
    );
}

/** The stored counts of one account. */
function countsOfAccount(db: Db, account: number, { stage, domain_id }: Pick<Query, 'stage' | 'domain_id'>) {
  return db
    .selectFrom('account_patient_counts')
    .select((eb) => eb.fn.sum<number | null>('patients').as('count'))
    .where('account_id', '=', account)
    .where('is_current', '=', sql.lit(true))
    .where((eb) =>
      eb.and([
        ...whenDefined(stage, (value) => eb('stage', '=', value)),
        ...whenDefined(domain_id, (value) => eb('domain_id', '=', value)),
      ]),
    );
}

async function sumOf(counts: { executeTakeFirst(): Promise<{ count: number | null } | undefined> }): Promise<number> {
  return (await counts.executeTakeFirst())?.count ?? 0;
}
