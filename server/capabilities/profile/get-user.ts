import { getUser, type ShownUser, ShownWithoutName } from '@vialkeep/contract/profile.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { seesNoPatientNames, userFor } from '../network/index.ts';
import { patientFieldsOf } from '../patients/index.ts';
import { type Account, accountFor, isCenterOrStaff } from './profile.queries.ts';
import { writableFields } from './writable-fields.ts';

export const getUserHandler = handle(getUser, async ({ actor, db, params, services }) => {
  const account = await accountFor(db, actor, params.id);
  const user = {
    ...found(await userFor(db, params.id)),
    ...(account.plan_id === 2 ? await patientFieldsOf(db, account.id) : {}),
    may: possible(account, writableFields(actor, services.permissions)),
  };
  return mustNotBeNamed(actor, account) ? ShownWithoutName.parse(user) : user;
});

/** S-20: patients and donors, towards those who sell. */
function mustNotBeNamed(actor: Actor, account: Account): boolean {
  return seesNoPatientNames(actor) && (account.plan_id === 2 || account.plan_id === 12);
}

function possible(account: Account, writable: ReturnType<typeof writableFields>): ShownUser['may'] {
  const may: ShownUser['may'] = writable.includes('email') ? ['change_email'] : [];
  if (!isCenterOrStaff(account)) return may;
  may.push('show_company', 'show_template');
  if (writable.includes('template_id')) may.push('change_template');
  return may;
}
