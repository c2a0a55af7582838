import { ProcessingChanges } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { type AdministratorChanges, updateUser } from '@vialkeep/contract/profile.ts';
import { changesBetween, type FieldChanges } from '../../kernel/audit/audit-changes.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { setPlan, updateAccount } from '../accounts/index.ts';
import { endInvalidRelations, hasDependents, type Subject } from '../network/index.ts';
import { changeProcessing } from '../patients/index.ts';
import { vialCounts } from '../vials/index.ts';
import { changeRelations } from './change-relations.ts';

type Administered = { readonly id: number; readonly domain_id: number; readonly plan_id: Plan };

/** The changes for the audit log: names of fields, ids, and the values before and after. */
export type AdministratorFacts = {
  readonly changes: FieldChanges;
  readonly fields: readonly string[];
  readonly plan_before?: Plan;
  readonly plan_after?: Plan;
  readonly related?: readonly string[];
  readonly ended?: readonly string[];
};

/**
 * Applies the changes of an administrator beyond the profile (S-17). The plan comes first, because it decides which
 * relations and whether processing data are allowed. The caller has checked `assignablePlans`.
 */
export async function applyAdminChanges(
  work: Work,
  user: Administered,
  changes: AdministratorChanges,
): Promise<AdministratorFacts> {
  const subject: Subject = { id: user.id, domainId: user.domain_id, plan: changes.subscription ?? user.plan_id };
  const moved = subject.plan === user.plan_id ? null : await changePlan(work, user, subject);
  const tags = changes.tags ? await changeTags(work, user.id, changes.tags) : {};
  const related = await changeRelations(work, subject, changes);
  const processing = await updateProcessingData(work, subject, changes);
  return {
    fields: [...(moved ? ['subscription'] : []), ...(changes.tags ? ['tags'] : []), ...Object.keys(processing)],
    changes: {
      ...(moved ? { subscription: { before: user.plan_id, after: subject.plan } } : {}),
      ...tags,
      ...processing,
    },
    ...(moved ? { plan_before: user.plan_id, plan_after: subject.plan } : {}),
    related: related.added,
    ended: [...(moved?.ended ?? []), ...related.ended],
  };
}

async function changePlan(work: Work, user: Administered, subject: Subject) {
  if (await hasDependents(work.db, user.id)) throw cannotMove('others_depend_on_it');
  // A user who is in no list of patients must not own vials, because they would not be found.
  const vials = (await vialCounts(work.db, [user.id])).get(user.id);
  if (vials && vials.available > 0) throw cannotMove('has_vials');
  await setPlan(work, user.id, subject.plan);
  return endInvalidRelations(work, subject);
}

function cannotMove(reason: 'others_depend_on_it' | 'has_vials') {
  return refuseBy(updateUser, reason, { fields: ['subscription'] });
}

/** Only a patient has processing data; for other plans the form's fields are ignored. */
async function updateProcessingData(
  work: Work,
  subject: Subject,
  changes: AdministratorChanges,
): Promise<FieldChanges> {
  const processing = ProcessingChanges.parse(changes);
  const isGiven = Object.values(processing).some((value) => value !== undefined);
  return isGiven && subject.plan === Plan.generalMember ? changeProcessing(work, subject, processing) : {};
}

async function changeTags(work: Work, id: number, given: readonly number[]): Promise<FieldChanges> {
  const tags = [...new Set(given)];
  const known = await work.db.selectFrom('tags').select('id').where('id', '=', anyOf(tags)).execute();
  if (known.length < tags.length) {
    throw refuse('invalid_input', { message: 'There is no such tag.', fields: ['tags'] });
  }
  const before = await work.db.selectFrom('users').select('tags').where('id', '=', id).executeTakeFirstOrThrow();
  await updateAccount(work, id, { tags });
  return changesBetween(before, { tags });
}
