import type { FoundSample } from '@vialkeep/contract/inspections.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { readVialCode } from '@vialkeep/contract/vial-code.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { PageRange } from '../../../kernel/db/fixed-limit.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { likePattern } from '../../network/index.ts';
import { vialCounts } from '../../vials/index.ts';
import type { Inspector } from '../inspector.ts';

const NUMBER = /^#?([1-9]\d{0,8})$/;

/** The patients that the inspection is about. The connection's scope limits the site a second time. */
function patientsWithin(db: Db, { domainId, patientIds }: Inspector) {
  return db
    .selectFrom('users')
    .where('users.domain_id', '=', domainId)
    .where('users.plan_id', '=', Plan.generalMember)
    .where('users.removed_at', 'is', null)
    .$if(patientIds !== null, (query) => query.where('users.id', '=', anyOf(patientIds ?? [])));
}

/** The patient of a sample within the inspection; 404 outside of it. */
export async function requireSample(db: Db, inspector: Inspector, id: number) {
  const patient = await patientsWithin(db, inspector)
    .select(['users.id', 'users.domain_id', 'users.username'])
    .where('users.id', '=', id)
    .executeTakeFirst();
  return orNotFound(patient);
}

export type Sample = Awaited<ReturnType<typeof requireSample>>;

/** A person as the inspector may see them. */
export function nameFor({ withNames }: Inspector, id: number, name: string | undefined): string {
  return (withNames && name?.trim()) || `#${id}`;
}

/** Finds samples by patient number, by the code of a vial and, where names are shown, by name. */
export async function findSamples(db: Db, inspector: Inspector, search: string, page: PageRange) {
  const matching = patientsWithin(db, inspector).where((eb) => {
    if (search === '') return sql<boolean>`true`;
    const number = NUMBER.exec(search)?.[1];
    const code = readVialCode(search);
    return eb.or([
      ...(number === undefined ? [] : [eb('users.id', '=', Number(number))]),
      ...(code === null
        ? []
        : [eb('users.id', 'in', eb.selectFrom('vials').select('vials.patient_id').where('vials.code', '=', code))]),
      eb(
        'users.id',
        'in',
        eb
          .selectFrom('vial_aliases')
          .innerJoin('vials', 'vials.id', 'vial_aliases.vial_id')
          .select('vials.patient_id')
          .where('vial_aliases.alias', '=', search.toUpperCase().replaceAll(/\s/g, '')),
      ),
      // The first condition can use the index of the search.
      ...(inspector.withNames
        ? [
            eb.and([
              eb('users.search_text', 'like', likePattern(search)),
              eb(sql<string>`lower(users.username)`, 'like', likePattern(search)),
            ]),
          ]
        : []),
    ]);
  });
  const rows = await matching
    .select(['users.id', 'users.username'])
    .select((eb) =>
      eb
        .selectFrom('custody_events')
        .select('at')
        .whereRef('custody_events.patient_id', '=', 'users.id')
        .orderBy('position', 'desc')
        .limit(1)
        .as('changed_at'),
    )
    .orderBy('users.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const counts = await vialCounts(
    db,
    rows.map(({ id }) => id),
  );
  const results = rows.map(
    (row): z.input<typeof FoundSample> => ({
      id: row.id,
      name: nameFor(inspector, row.id, row.username),
      vials_available: counts.get(row.id)?.available ?? 0,
      vials_shipped: counts.get(row.id)?.shipped ?? 0,
      changed_at: row.changed_at?.toISOString() ?? null,
    }),
  );
  return { results, count };
}
