import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { PageRange } from '../../kernel/db/fixed-limit.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { hasText, ofKind } from './search-users.queries.ts';
import { searchUsers } from './search-users.ts';
import { type Kind, pageOfIds } from './user-bitmaps.ts';

export type UserFilters = {
  readonly isActive: boolean;
  readonly plan?: Plan | undefined;
  readonly domainId?: number | undefined;
  readonly tag?: number | undefined;
  readonly search?: string | undefined;
};

/** The ids of one page. Where a search has too many hits, `count` is a lower bound and `isExact` is false. */
export type UserPage = { readonly ids: readonly number[]; readonly count: number; readonly isExact: boolean };

/**
 * One page of the users that match these filters, newest first; the time does not grow with the number of users. Only
 * for callers who see a whole site: administrators, and the Patients List plan for its patients.
 */
export async function userPage(db: Db, actor: Actor, filters: UserFilters, page: PageRange): Promise<UserPage> {
  const kind = kindFor(actor, filters);
  if (!kind) return { ids: [], count: 0, isExact: true };
  if (filters.search === undefined || filters.search === '') {
    return { ...(await pageOfIds(db, kind, page)), isExact: true };
  }
  const { ids, count, isExact } = await searchUsers(db, actor, kind, filters.search, page.offset + page.limit);
  return { ids: ids.slice(page.offset, page.offset + page.limit), count, isExact };
}

/** All users that match these filters, by id and plan, as a query for a file: it reads every user anyhow. */
export function usersMatching(db: Db, actor: Actor, { search, ...kind }: UserFilters) {
  const users = ofKind(db, actor, kind).select('users.plan_id');
  return search ? users.where(hasText(search)) : users;
}

/** The filters restricted to what the actor may see; null where the two exclude each other. */
function kindFor(actor: Actor, { isActive, plan, domainId, tag }: UserFilters): Kind | null {
  const domain = actor.scope === 'platform' ? domainId : actor.scope;
  if (domainId !== undefined && domain !== domainId) return null;
  switch (actor.plan) {
    case Plan.admin:
    case Plan.superAdmin:
      return { isActive, plan, domainId: domain, tag };
    case Plan.patientsList:
      return plan === undefined || plan === Plan.generalMember
        ? { isActive, plan: Plan.generalMember, domainId: domain, tag }
        : null;
    default:
      throw new Error(`Plan ${actor.plan} does not see a whole site.`);
  }
}
