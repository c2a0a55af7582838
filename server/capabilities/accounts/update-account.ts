import { type Plan, PlanId } from '@vialkeep/contract/plans.ts';
import { sql, type UpdateObject } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB } from '../../kernel/db/tables.generated.ts';
import { announceEvent } from '../../kernel/events.ts';
import { bumpVersion } from './bump-version.ts';

type ProfileColumns = Pick<
  UpdateObject<DB, 'users'>,
  | 'first_name'
  | 'last_name'
  | 'company'
  | 'phone_number'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state_desc'
  | 'country_desc'
  | 'zip_code'
  | 'hc_logo'
  | 'document_id'
  | 'template_id'
  | 'check_agreement'
  | 'preferences'
  | 'tags'
>;

/** Writes these columns; the version stays, because the caller has raised it or no form shows the columns. */
export async function updateAccount(work: Work, id: number, changes: ProfileColumns): Promise<void> {
  await work.db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** Writes these columns and the next version in one statement; the caller holds the row lock. */
export async function updateProfile(work: Work, id: number, changes: ProfileColumns): Promise<void> {
  await work.db
    .updateTable('users')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The caller adapts the relations in the same transaction; the database compares them at its end. */
export async function setPlan(work: Work, id: number, plan: Plan): Promise<void> {
  await work.db.updateTable('users').set({ plan_id: plan }).where('id', '=', id).execute();
}

export async function setActive(work: Work, id: number, isActive: boolean): Promise<void> {
  const changed = await work.db
    .updateTable('users')
    .set({ is_active: isActive })
    .where('id', '=', id)
    .where('is_active', '!=', isActive)
    .returning(['plan_id', 'domain_id'])
    .executeTakeFirst();
  if (!changed || isActive) return;
  const data = { user_id: id, plan: PlanId.parse(changed.plan_id) };
  announceEvent(work, { domainId: changed.domain_id, type: 'account.deactivated', data });
}

/** Frees the email; the row stays, because other rows refer to it (S-25). Only an inactive account can be removed. */
export async function removeAccount(work: Work, id: number): Promise<void> {
  await work.db.updateTable('users').set({ removed_at: sql`now()` }).where('id', '=', id).execute();
}

/**
 * Overwrites what identifies the account's owner and closes the account for good. The row stays, because other rows
 * refer to it by its id.
 */
export async function eraseAccount(work: Work, id: number): Promise<void> {
  await work.db
    .updateTable('users')
    .set({
      first_name: 'Erased',
      last_name: `member #${id}`,
      email: `erased-${id}@erased.invalid`,
      company: '',
      phone_number: '',
      address1: '',
      address2: '',
      city: '',
      state_desc: '',
      country_desc: '',
      zip_code: '',
      document_id: null,
      hc_logo: null,
      password_hash: null,
      password_set_by: null,
      password_until: null,
      must_change_password: false,
      email_verified_at: null,
      preferences: '{}',
      is_active: false,
      removed_at: sql`coalesce(removed_at, now())`,
      erased_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

export async function recordLogin(work: Work, id: number): Promise<void> {
  await work.db.updateTable('users').set({ last_login: sql`now()` }).where('id', '=', id).execute();
}

/** A center counts as signed once it has a template. */
export async function recordAttestation(
  work: Work,
  id: number,
  attestation: { document_id: string; template_id: string | null },
): Promise<void> {
  await bumpVersion(work, id, undefined);
  await updateAccount(work, id, attestation);
}

/** Notes when the account was first asked for a second factor; the days of grace begin then. */
export async function noteSecondFactorAsked(db: Db, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ second_factor_asked_at: sql`now()` })
    .where('id', '=', id)
    .where('second_factor_asked_at', 'is', null)
    .where('second_factor_at', 'is', null)
    .execute();
}

/** Records that an administrator reviewed an account; false where one did before. */
export async function recordReview(work: Work, id: number): Promise<boolean> {
  const reviewed = await work.db
    .updateTable('users')
    .set({ reviewed_at: sql`now()` })
    .where('id', '=', id)
    .where('reviewed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return reviewed !== undefined;
}
