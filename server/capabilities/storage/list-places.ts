import { listPlaces, readPlace } from '@vialkeep/contract/places.ts';
import { sql } from 'kysely';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { readBench } from '../lab-policy/index.ts';
import { presentPlaceDetails } from './load-place-details.ts';
import { presentPlace, requirePlace } from './places.queries.ts';

export const listPlacesHandler = handle(listPlaces, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const matching = db
    .selectFrom('places')
    .where((eb) =>
      eb.and([
        eb('lab_id', '=', lab.id),
        eb('retired_at', 'is', null),
        ...whenDefined(query.parent_id, (id) => eb('parent_id', '=', id)),
        ...whenDefined(query.kind, (kind) => eb('kind', '=', kind)),
        ...whenDefined(query.code, (code) => eb('code', '=', code)),
      ]),
    );
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy(sql`place_rank(kind)`)
    // 'Box 2' stands before 'Box 10'.
    .orderBy(sql`lower(regexp_replace(name, '\\d.*$', ''))`)
    .orderBy(sql`substring(name from '\\d{1,15}')::bigint nulls first`)
    .orderBy('name')
    .orderBy('id')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { results: rows.map(presentPlace), count };
});

export const readPlaceHandler = handle(readPlace, async ({ access, db, params }) => {
  const place = await requirePlace(db, params.id);
  await readBench(access, db, place.lab_id);
  return presentPlaceDetails(db, place);
});
