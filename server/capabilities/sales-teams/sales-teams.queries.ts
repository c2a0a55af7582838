import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { subjectsOf } from '../network/index.ts';

/** The users whose {kind} is this leader, by name, including inactive ones. */
export function membersOf(db: Db, kind: 'manager' | 'distributor', leaderId: number) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .where('users.plan_id', '=', kind === 'manager' ? Plan.salesRep : Plan.salesManager)
    .where('users.removed_at', 'is', null)
    .where((eb) => eb('users.id', 'in', subjectsOf(eb, kind, leaderId)))
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
}

/** The distributors that a manager belongs to. */
export async function distributorsOf(db: Db, managerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('active_relations')
    .select('object_id')
    .where('subject_id', '=', managerId)
    .where('kind', '=', 'distributor')
    .execute();
  return rows.map(({ object_id }) => object_id);
}

/** The reps of a distributor's managers, each with those managers who belong to the distributor. */
export async function repsOfDistributor(db: Db, distributorId: number) {
  const rows = await db
    .selectFrom('users')
    .innerJoin('active_relations', 'active_relations.subject_id', 'users.id')
    .innerJoin('users as manager', 'manager.id', 'active_relations.object_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .select(['manager.id as manager_id', 'manager.first_name as manager_first', 'manager.last_name as manager_last'])
    .where('users.plan_id', '=', Plan.salesRep)
    .where('users.removed_at', 'is', null)
    .where('active_relations.kind', '=', 'manager')
    .where((eb) => eb('manager.id', 'in', subjectsOf(eb, 'distributor', distributorId)))
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .orderBy('active_relations.id')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((links) => {
    const [rep] = links;
    if (!rep) return [];
    const { id, first_name, last_name, email } = rep;
    const managers = links.map((link) => ({
      id: link.manager_id,
      first_name: link.manager_first,
      last_name: link.manager_last,
    }));
    return [{ id, first_name, last_name, email, sales_manager: managers }];
  });
}
