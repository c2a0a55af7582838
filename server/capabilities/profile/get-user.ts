import { Plan } from '@vialkeep/contract/plans.ts';
import { getUser, ShownWithoutName } from '@vialkeep/contract/profile.ts';
import type { KnownUser } from '@vialkeep/contract/session.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { paymentProfilesOf } from '../cards/index.ts';
import { isPatientIdentityHidden, userFor } from '../network/index.ts';
import { readPatientFields } from '../patients/index.ts';
import { type Account, accountFor, isCenterOrStaff, isChangeable } from './profile.queries.ts';
import { writableFields } from './writable-fields.ts';

export const getUserHandler = handle(getUser, async ({ access, actor, db, params, services }) => {
  const account = await accountFor(access, db, params.id);
  const [found, patient, payments] = await Promise.all([
    userFor(db, params.id),
    account.plan_id === Plan.generalMember ? patientFields(db, account.id) : {},
    isOwnOrAdministered(actor, params.id) ? paymentProfilesOf(db, services, params.id) : {},
  ]);
  const shown = orNotFound(found);
  const user = {
    ...shown,
    ...patient,
    ...payments,
    may: [
      ...(mayChangeEmail(actor, account) ? (['change_email'] as const) : []),
      ...(isCenterOrStaff(account) ? (['show_company', 'show_template'] as const) : []),
      ...(mayChangeTemplate(access, account) ? (['change_template'] as const) : []),
      ...(maySignAttestation(actor, shown) ? (['sign_attestation'] as const) : []),
    ],
  };
  return mustNotBeNamed(actor, account) ? ShownWithoutName.parse(user) : user;
});

async function patientFields(db: Db, id: number) {
  return (await readPatientFields(db, id)).fields;
}

/** Harvest centers and their staff sign the attestation once, in their own session (C-30, T17). */
function maySignAttestation(actor: Actor, { id, template_id }: KnownUser): boolean {
  const isSigner = id === actor.userId && actor.acting === null && isCenterOrStaff({ plan_id: actor.plan });
  return isSigner && template_id === null;
}

function isOwnOrAdministered(actor: Actor, id: number): boolean {
  return id === actor.userId || administrators.includes(actor.plan);
}

/** Hides the identity of patients and donors from sales plans (S-20). */
function mustNotBeNamed(actor: Actor, account: Account): boolean {
  return isPatientIdentityHidden(actor) && (account.plan_id === Plan.generalMember || account.plan_id === Plan.donor);
}

/** The own email is changed only in the user's own session (S-15). */
function mayChangeEmail(actor: Actor, account: Account): boolean {
  return isChangeable(actor, account) && !(account.id === actor.userId && actor.acting);
}

function mayChangeTemplate(access: Access, account: Account): boolean {
  return isChangeable(access.actor, account) && writableFields(access).includes('template_id');
}
