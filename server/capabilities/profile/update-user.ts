import { updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween, type FieldChanges } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, type ConstraintRefusals, handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { requireNamesWithoutAddress } from '../../kernel/names-without-address.ts';
import { endKeys } from '../../kernel/secrets/account-keys.ts';
import { type Actor, sessionOf } from '../../kernel/session/actor.ts';
import { updateProfile } from '../accounts/index.ts';
import { chooseDefaultCard, mayChangeCards } from '../cards/index.ts';
import { ownsAttestation } from '../documents/index.ts';
import { askForEmailChange, changeEmailForAnother, countChangeLetter } from '../email-changes/index.ts';
import { sessionUserFor } from '../session/index.ts';
import { type AdministratorFacts, applyAdminChanges, maySetLogin } from '../users/index.ts';
import { acceptAgreement } from './accept-agreement.ts';
import { type Account, isCenterOrStaff, lockedAccount } from './profile.queries.ts';
import { logoUploads } from './profile.uploads.ts';
import { askedEmail } from './requested-email.ts';
import { administers, pick, planNotTheirsToGive, writableFields } from './writable-fields.ts';

const broken: ConstraintRefusals<typeof updateUser> = {
  users_email_once: { reason: 'email_in_use', field: 'email' },
  plans_fit_their_relations: { reason: 'others_depend_on_it', field: 'subscription' },
};

export const updateUserHandler = handle(updateUser, change, broken);
export const updateUserDirectHandler = handle(updateUserDirect, change, broken);

async function change(call: Call<typeof updateUser>) {
  const { access, actor, params, body, proof, request, services, write } = call;
  const asked = await askedEmail(call);
  if (params.id !== actor.userId && access.mayTry('users.list')) {
    if (body.subscription !== undefined) await proof.require();
    await countChangeLetter(services, { actor, request, userId: params.id, email: body.email });
  }
  const changed = await write(async (work) => {
    const account = await lockedAccount(work, access, params.id);
    const beyond = planNotTheirsToGive(actor, account, body.subscription);
    if (beyond !== null) return noteAttempt(work, account, beyond);
    await changeAccount(work, call, account);
    if (asked) await askForEmailChange(work, { ...asked, account, sessionId: sessionOf(actor) });
    return orNotFound(await sessionUserFor(work.db, services, params.id));
  });
  if (changed) return changed;
  throw refuseBy(updateUser, 'membership_not_yours_to_give', { fields: ['subscription'] });
}

async function changeAccount(work: Work, call: Call<typeof updateUser>, account: Account): Promise<void> {
  const { access, actor, body } = call;
  const changes = {
    ...pick(body, writableFields(access)),
    ...(await attestationIn(work, call, account)),
  };
  const isAdministered = administers(actor, account);
  const plan_id = (isAdministered && body.subscription) || account.plan_id;
  if (changes.company === '' && isCenterOrStaff({ plan_id })) {
    throw refuseBy(updateUser, 'company_required', { fields: { company: 'Company is required.' } });
  }
  requireNamesWithoutAddress(account, changes);
  if (changes.hc_logo) await requireOwnLogo(work, account, changes.hc_logo);
  if (body.check_agreement !== undefined) await acceptAgreement(work, call, account, body.check_agreement);
  const noted = await changeProfile(work, { account, changes, version: body.version, isAdministered });
  const card = await chooseCard(work, call, account);
  const moved = isAdministered ? await moveAddress(work, call, account) : {};
  const facts = isAdministered ? await applyAdminChanges(work, account, body) : { fields: [], changes: {} };
  await note(work, account, isAdministered, {
    ...facts,
    fields: [...Object.keys(changes), ...Object.keys(moved), ...card, ...facts.fields],
    changes: { ...noted, ...moved, ...facts.changes },
  });
}

type ProfileColumns = Parameters<typeof pick>[0] & { document_id?: string };

type ProfileChange = {
  account: Account;
  changes: ProfileColumns;
  /** The version that the form was filled from. */
  version: number | undefined;
  isAdministered: boolean;
};

/**
 * Saves the profile and the next version in one statement. The row is locked, so the version cannot change in between.
 */
async function changeProfile(
  work: Work,
  { account, changes, version, isAdministered }: ProfileChange,
): Promise<FieldChanges> {
  if (!isAdministered && Object.keys(changes).length === 0) return {};
  if (version !== undefined && version !== account.version) throw refuseBy(updateUser, 'changed_meanwhile');
  await updateProfile(work, account.id, changes);
  return changesBetween(account, changes);
}

async function moveAddress(work: Work, call: Call<typeof updateUser>, account: Account): Promise<FieldChanges> {
  const { actor, body, proof, services } = call;
  const { email } = body;
  if (email === undefined || email.toLowerCase() === account.email.toLowerCase()) return {};
  await requireLoginToSet(work, actor, account);
  const isMoved = await changeEmailForAnother(work, services.domains, account.id, email, proof);
  return isMoved ? { email: { before: account.email, after: email } } : {};
}

/** Requires the right to set the login of this account, and ends invitations that were sent to the former address. */
async function requireLoginToSet(work: Work, actor: Actor, account: Account): Promise<void> {
  orNotFound(maySetLogin(actor, account) ? account : null);
  await endKeys(work, 'invitation', account.id);
}

/** Users choose only their own default card (S-17). Without permission to change cards the field is ignored. */
async function chooseCard(work: Work, call: Call<typeof updateUser>, account: Account): Promise<string[]> {
  const { access, actor, body, services } = call;
  const chosen = body.auth_customer_payment_profile_id;
  if (!chosen || account.id !== actor.userId || !access.mayTry('cards.change')) return [];
  if (!mayChangeCards(call)) throw refuseBy(updateUser, 'card_not_while_acting');
  if (!(await chooseDefaultCard(work, services, actor.userId, chosen))) {
    throw refuseBy(updateUser, 'card_not_found', { fields: ['auth_customer_payment_profile_id'] });
  }
  return ['auth_customer_payment_profile_id'];
}

/** Accepts only the pair that was issued for the user's own signing; any other is ignored (S-17). */
async function attestationIn(work: Work, { actor, body }: Call<typeof updateUser>, account: Account) {
  const { document_id, template_id } = body;
  if (!document_id || !template_id || account.id !== actor.userId) return {};
  const isTheirs = await ownsAttestation(work.db, account.id, { documentId: document_id, templateId: template_id });
  return isTheirs ? { document_id, template_id } : {};
}

async function note(work: Work, account: Account, isAdministered: boolean, noted: AdministratorFacts): Promise<void> {
  const { changes, ...facts } = noted;
  await audit(work, {
    domainId: account.domain_id,
    action: isAdministered ? 'users.edit' : 'profile.change',
    subject: 'user',
    subjectId: account.id,
    facts,
    changes,
  });
}

/** Records an attempt to give a plan that the actor cannot give; nothing else is written (S-34). */
async function noteAttempt(work: Work, account: Account, plan: number): Promise<null> {
  await audit(work, {
    domainId: account.domain_id,
    action: 'users.refused_membership',
    subject: 'user',
    subjectId: account.id,
    facts: { plan },
  });
  return null;
}

/** Well below the age at which the purge deletes unused uploads. */
const STILL_YOUNG = sql<Date>`now() - interval '12 hours'`;

/** Requires that the logo is an upload for this account. */
async function requireOwnLogo(work: Work, account: Account, name: string): Promise<void> {
  if (name === account.hc_logo) return;
  const file = await work.db
    .selectFrom('files')
    .select('name')
    .where('name', '=', `${logoUploads.folder}/${name}`)
    .where('owner_id', '=', account.id)
    .where('created_at', '>', STILL_YOUNG)
    .executeTakeFirst();
  if (!file) throw refuseBy(updateUser, 'logo_not_found', { fields: { hc_logo: 'Upload the logo first.' } });
}
