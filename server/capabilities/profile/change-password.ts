import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { changePassword, updatePassword } from '@vialkeep/contract/profile.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { requireEmail } from '../../kernel/mail/require-email.ts';
import { endKeys } from '../../kernel/secrets/account-keys.ts';
import { checkNewPassword } from '../../kernel/secrets/new-password.ts';
import { hashPassword, PASSWORD_TRIES, passwordMatches } from '../../kernel/secrets/passwords.ts';
import { objectionOfSession, sessionOf } from '../../kernel/session/actor.ts';
import { findHold } from '../../kernel/session/holds.ts';
import { chosenPassword, type PasswordColumns, setPassword } from '../accounts/index.ts';
import { holdTypedPassword, temporaryPassword } from '../identity/index.ts';
import { endOneTimePasswords, endSessions } from '../session/index.ts';
import { type Account, accountFor, accountToSetPassword } from './profile.queries.ts';

export const changePasswordHandler = handle(changePassword, (call) => changeOwn(call, call.body));

/** The shape of the body decides whose password changes, and each caller can use only their own shape (S-15). */
export const updatePasswordHandler = handle(updatePassword, async (call) => {
  const { access, actor, params, body, proof } = call;
  if ('password_current' in body) {
    if (params.id !== actor.userId) throw refuse('not_found');
    return changeOwn(call, body);
  }
  const isAdmin = access.mayTry('users.list');
  if (!isAdmin || body.user_id !== params.id || params.id === actor.userId) throw refuse('not_found');
  // Before a set-up a user can change only the own password.
  const obstacle = objectionOfSession({ ...updatePassword, beforeSetup: false }, actor);
  if (obstacle !== null) throw refuse(obstacle);
  await proof.require();
  return changeOfOther(call, params.id, body.new_password_change);
});

const SAME_PASSWORD = 'Choose a password that differs from the current one.';

type Own = Call<typeof changePassword>['body'];

async function changeOwn(
  {
    access,
    actor,
    db,
    write,
    services,
  }: Pick<Call<typeof changePassword>, 'access' | 'actor' | 'db' | 'write' | 'services'>,
  given: Own,
) {
  if (actor.acting) throw refuseBy(changePassword, 'not_while_acting');
  if (given.password_new !== given.password_confirmation) throw refuseBy(changePassword, 'passwords_differ');
  await services.limits.count(PASSWORD_TRIES, String(actor.userId));
  const account = await accountFor(access, db, actor.userId);
  if (!(await passwordMatches(account.password_serves ? account.password_hash : null, given.password_current))) {
    throw refuseBy(changePassword, 'wrong_current_password', { fields: ['password_current'] });
  }
  if (given.password_new === given.password_current) {
    throw refuse('invalid_input', { message: SAME_PASSWORD, fields: ['password_new'] });
  }
  const site = await services.domains.ofId(account.domain_id);
  await checkNewPassword(given.password_new, { ...account, site }, 'password_new');
  await services.limits.forget(PASSWORD_TRIES, String(actor.userId));
  const hash = await hashPassword(given.password_new);
  await write(async (work) => {
    await replacePassword(work, account, chosenPassword(hash));
    // Under a hold it is unknown who chose the password, so the owner's invitation stays valid.
    if (!(await findHold(work.db, account.id))) await endKeys(work, 'invitation', account.id);
    await endSessions(work, { userId: actor.userId, except: sessionOf(actor) }, 'password changed');
  });
  return { success: true as const, message: 'Your password has been changed.' };
}

/**
 * The password that an administrator types is temporary. The owner gets an email and cannot sign until they confirm.
 */
async function changeOfOther(
  {
    access,
    actor,
    db,
    write,
    services,
  }: Pick<Call<typeof updatePassword>, 'access' | 'actor' | 'db' | 'write' | 'services'>,
  id: UserId,
  password: string,
) {
  if (actor.acting) throw refuseBy(updatePassword, 'not_while_acting');
  const account = await accountToSetPassword(access, db, id);
  requireEmail(account.email, 'new_password_change');
  const home = await services.domains.ofId(account.domain_id);
  await checkNewPassword(password, { ...account, site: home }, 'new_password_change');
  const hash = await hashPassword(password);
  await write(async (work) => {
    await replacePassword(work, account, temporaryPassword(work, hash));
    await endSessions(work, { userId: id }, 'password changed by an administrator');
    await holdTypedPassword(work, account, home);
  });
  return { success: true as const, message: 'The password has been changed.' };
}

async function replacePassword(work: Work, account: Account, password: PasswordColumns): Promise<void> {
  if (!(await setPassword(work, account.id, password))) throw refuse('not_found');
  // Ends unused one-time passwords, which would otherwise still log in (S-13).
  await endOneTimePasswords(work, account.id);
  await audit(work, {
    domainId: account.domain_id,
    action: 'profile.change_password',
    subject: 'user',
    subjectId: account.id,
  });
}
