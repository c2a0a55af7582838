import { listLabPatients } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { documentsOf } from '../documents/index.ts';
import { salesChainsOf, userPage } from '../network/index.ts';
import { patientScope } from './patient-scope.ts';
import { presentTabled } from './patients.present.ts';
import {
  type ContactRow,
  contactColumns,
  currentPatients,
  listedColumns,
  loadRelatedAccounts,
} from './patients.queries.ts';

export const listLabPatientsHandler = handle(listLabPatients, async ({ access, actor, db, query }) => {
  const theirs = patientScope(access.listFilter());
  const { ids, count, isExact } = theirs ? await ownPage(db, theirs, query) : await sitePage(db, actor, query);
  const rows = await currentPatients(db)
    .select([...listedColumns, ...contactColumns])
    .where('patient_records.patient_id', '=', anyOf(ids))
    .orderBy('patient_records.patient_id', 'desc')
    .execute();
  return { results: await loadTabledPatients(db, rows), count, count_is_exact: isExact };
});

async function loadTabledPatients(db: Db, rows: readonly ContactRow[]) {
  const ids = rows.map(({ id }) => id);
  const [around, documents, chains] = await Promise.all([
    loadRelatedAccounts(db, ids),
    documentsOf(db, ids),
    salesChainsOf(db, ids),
  ]);
  return rows.map((row) =>
    presentTabled(row, around, {
      documents: documents.get(row.id) ?? [],
      sales_rep: chains.get(row.id)?.sales_rep ?? null,
    }),
  );
}

type Query = Call<typeof listLabPatients>['query'];
type Page = { ids: readonly number[]; count: number; isExact: boolean };

/** The most hits of a search that are counted; users refine a search instead of paging further. */
const MOST_HITS = 1_000;

async function sitePage(db: Db, actor: Actor, query: Query): Promise<Page> {
  const { stage, search, domain_id: domainId, limit, offset } = query;
  const patients = { plan: Plan.generalMember, isActive: true, domainId, search } as const;
  if (stage === undefined) return userPage(db, actor, patients, { limit, offset });
  if (!search)
    return { ids: await idsOn(inStage(db, query), query), count: await getStageCount(db, query), isExact: true };
  const { ids, isExact } = await userPage(db, actor, patients, { limit: MOST_HITS, offset: 0 });
  const hits = await inStage(db, query)
    .select('patient_id')
    .where('patient_id', '=', anyOf(ids))
    .orderBy('patient_id', 'desc')
    .execute();
  const page = hits.slice(offset, offset + limit);
  return { ids: page.map(({ patient_id }) => patient_id), count: hits.length, isExact };
}

function inStage(db: Db, { stage, domain_id }: Query) {
  return db
    .selectFrom('patient_records')
    .where('patient_records.is_current', '=', true)
    .where((eb) =>
      eb.and([
        ...whenDefined(stage, (value) => eb('patient_records.stage', '=', value)),
        ...whenDefined(domain_id, (value) => eb('patient_records.domain_id', '=', value)),
      ]),
    );
}

async function ownPage(db: Db, theirs: NonNullable<ReturnType<typeof patientScope>>, query: Query): Promise<Page> {
  const own = inStage(db, query).where('patient_records.patient_id', 'in', theirs);
  if (!query.search) return pageOf(own, query);
  const found = currentPatients(db, query).select('users.id').where('users.id', 'in', theirs);
  return pageOf(own.where('patient_records.patient_id', 'in', found), query);
}

async function pageOf(records: ReturnType<typeof inStage>, query: Query): Promise<Page> {
  const { count } = await records.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { ids: await idsOn(records, query), count, isExact: true };
}

async function idsOn(records: ReturnType<typeof inStage>, { limit, offset }: Query): Promise<number[]> {
  const rows = await records.select('patient_id').orderBy('patient_id', 'desc').limit(limit).offset(offset).execute();
  return rows.map(({ patient_id }) => patient_id);
}

/** The stored count of a stage on whole sites, without counting rows. */
async function getStageCount(db: Db, { stage, domain_id }: Query): Promise<number> {
  const { count } = await db
    .selectFrom('stage_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('patients'), eb.lit(0)).as('count'))
    .where((eb) =>
      eb.and([
        ...whenDefined(stage, (value) => eb('stage', '=', value)),
        ...whenDefined(domain_id, (value) => eb('domain_id', '=', value)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}
