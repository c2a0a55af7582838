import { listBenchLog } from '@vialkeep/contract/bench.ts';
import { sql } from 'kysely';
import { handle } from '../../../kernel/http/handle.ts';
import { readBench } from '../../lab-policy/index.ts';
import { actionsOf, presentAction } from './bench-actions.queries.ts';

export const listBenchLogHandler = handle(listBenchLog, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const day = query.day ?? new Date().toISOString().slice(0, 10);
  const from = sql<Date>`(${day}::date)::timestamp at time zone 'utc'`;
  const to = sql<Date>`(${day}::date + 1)::timestamp at time zone 'utc'`;
  const [rows, { count }] = await Promise.all([
    actionsOf(db, lab)
      .where('scan_actions.at', '>=', from)
      .where('scan_actions.at', '<', to)
      .orderBy('scan_actions.at', 'desc')
      .orderBy('scan_actions.id')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom('scan_actions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('lab_id', '=', lab.id)
      .where('at', '>=', from)
      .where('at', '<', to)
      .executeTakeFirstOrThrow(),
  ]);
  return { count, results: rows.map(presentAction) };
});
