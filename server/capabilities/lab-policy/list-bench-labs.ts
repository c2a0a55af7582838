import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listBenchLabs } from '@vialkeep/contract/lab-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';

const labName = sql<string>`coalesce(nullif(users.company, ''), users.username)`;

/** An inactive lab is among them as long as its bench is on: an administrator can still end the work there. */
export const listBenchLabsHandler = handle(listBenchLabs, async ({ access, db, query }) => {
  const labs = db
    .selectFrom('users')
    .innerJoin('lab_settings', 'lab_settings.lab_id', 'users.id')
    .where('lab_settings.bench_on', '=', true)
    .where('users.plan_id', '=', Plan.lab)
    .where('users.removed_at', 'is', null)
    .where(access.listFilter().where);
  const [rows, { count }] = await Promise.all([
    labs
      .select(['users.id', labName.as('name')])
      .orderBy(sql`lower(${labName})`)
      .orderBy('users.id')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    labs.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { count, results: rows.map(({ id, name }) => ({ id: UserId.parse(id), name })) };
});
