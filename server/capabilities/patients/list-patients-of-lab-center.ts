import { listPatientsOfLabCenter, MOST_PATIENTS } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { ListFilter } from '../../kernel/policy/list-filter.ts';
import { authorizeAccountOf, isPatientIdentityHidden, likePattern, subjectsOf, visibleUser } from '../network/index.ts';
import { presentPatients, presentPatientsWithoutIdentity } from './list-patients-of-center.ts';
import { currentPatients, listedColumns } from './patients.queries.ts';

/** For a center or an affiliate, a lab or center without a relation to them has an empty list (S-09). */
export const listPatientsOfLabCenterHandler = handle(
  listPatientsOfLabCenter,
  async ({ access, actor, db, params: { labId, hcId }, query }) => {
    const isGuest = actor.plan === Plan.harvestCenter || actor.plan === Plan.salesAffiliate;
    if (isGuest && !(await seesCenter(db, access.listFilter(), hcId))) return [];
    if (!isGuest) {
      await authorizeAccountOf(access, db, labId, Plan.lab);
      orNotFound((await visibleUser(db, actor, hcId)).plan_id === Plan.harvestCenter ? hcId : null);
    }
    const isNameless = isPatientIdentityHidden(actor);
    const rows = await currentPatients(db, isNameless ? {} : query)
      .select(listedColumns)
      .where((eb) => eb('users.id', 'in', subjectsOf(eb, 'center', hcId)))
      .where((eb) => eb('users.id', 'in', subjectsOf(eb, 'lab', labId)))
      .where((eb) => eb.and(isNameless ? whenDefined(query.search, (value) => hasNumberLike(value)) : []))
      .orderBy('patient_records.patient_id', 'desc')
      .limit(fixedLimit(MOST_PATIENTS))
      .execute();
    return isNameless ? presentPatientsWithoutIdentity(db, rows) : presentPatients(db, rows);
  },
);

/** A search by number is the same for all callers; a search by name would reveal the identity. */
function hasNumberLike(search: string) {
  return sql<boolean>`'#' || users.id like ${likePattern(search)}`;
}

async function seesCenter(db: Db, filter: ListFilter, id: number): Promise<boolean> {
  const center = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where('users.plan_id', '=', Plan.harvestCenter)
    .where(filter.where)
    .executeTakeFirst();
  return center !== undefined;
}
