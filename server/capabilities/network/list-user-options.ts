import {
  listPatientOptions,
  listSalesDistributorOptions,
  listSalesManagerOptions,
  listSalesRepOptions,
  listUsersByMembership,
  MOST_OPTIONS,
  type UserOption,
} from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { likePattern } from './network.queries.ts';

export const listUsersByMembershipHandler = handle(listUsersByMembership, async ({ access, db, query }) =>
  optionsOf(db, access, query.membership, query),
);

export const listPatientOptionsHandler = handle(listPatientOptions, of(Plan.generalMember));
export const listSalesRepOptionsHandler = handle(listSalesRepOptions, of(Plan.salesRep));
export const listSalesManagerOptionsHandler = handle(listSalesManagerOptions, of(Plan.salesManager));
export const listSalesDistributorOptionsHandler = handle(listSalesDistributorOptions, of(Plan.salesDistributor));

function of(plan: Plan) {
  return ({ access, db, query }: Call<typeof listPatientOptions>) => optionsOf(db, access, plan, query);
}

type Narrowing = { search?: string | undefined; domain_id?: number | undefined };

/** Leaves inactive users out of option lists (U-35). */
export async function optionsOf(
  db: Db,
  access: Access,
  plan: Plan,
  { search, domain_id }: Narrowing,
): Promise<z.input<typeof UserOption>[]> {
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.username', 'users.company'])
    .where('users.plan_id', '=', plan)
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null)
    .where(access.listFilter().where)
    .where((eb) =>
      eb.and([
        ...whenDefined(domain_id, (value) => eb('users.domain_id', '=', value)),
        ...whenDefined(search, (value) => eb('users.search_text', 'like', likePattern(value))),
      ]),
    )
    .orderBy('users.id', 'desc')
    .limit(fixedLimit(MOST_OPTIONS))
    .execute();
  return rows.map((row) => ({
    value: row.id,
    id: row.id,
    label: row.company === '' ? row.username : row.company,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company,
  }));
}
