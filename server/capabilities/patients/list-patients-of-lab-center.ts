import { listPatientsOfLabCenter, MOST_PATIENTS } from '@vialkeep/contract/patients.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { ownOrAdministered, visibleTo, visibleUser, whose } from '../network/index.ts';
import { listed } from './list-patients-of-center.ts';
import { currentPatients, listedColumns } from './patients.queries.ts';

/** S-09: to a center or an affiliate, a lab or a center that is none of theirs has no patients. */
export const listPatientsOfLabCenterHandler = handle(
  listPatientsOfLabCenter,
  async ({ actor, db, params: { labId, hcId }, query }) => {
    const isGuest = actor.plan === 4 || actor.plan === 11;
    if (isGuest && !(await seesCenter(db, actor, hcId))) return [];
    if (!isGuest) {
      await ownOrAdministered(db, actor, labId, 1);
      found((await visibleUser(db, actor, hcId)).plan_id === 4 ? hcId : null);
    }
    const rows = await currentPatients(db, query)
      .select(listedColumns)
      .where((eb) => eb('users.id', 'in', whose(eb, 'center', hcId)))
      .where((eb) => eb('users.id', 'in', whose(eb, 'lab', labId)))
      .orderBy('patient_records.patient_id', 'desc')
      .limit(MOST_PATIENTS)
      .execute();
    return listed(db, rows);
  },
);

async function seesCenter(db: Db, actor: Actor, id: number): Promise<boolean> {
  const center = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where('users.plan_id', '=', 4)
    .where(visibleTo(actor))
    .executeTakeFirst();
  return center !== undefined;
}
