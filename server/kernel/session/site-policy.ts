import type { Db } from '../db/db.ts';
import { type Placeholders, statement } from '../db/statement.ts';
import type { Settings } from '../settings/settings.ts';
import { type IdentityPolicy, policyOfSite } from './identity-policy.ts';

const policyRows = statement((db, { domainId }: Placeholders<{ domainId: number }>) =>
  db
    .selectFrom('identity_policies')
    .select(['second_factor_plans', 'grace_days', 'step_up', 'verify_email', 'review_sign_ups'])
    .select(['acting_reason', 'idle_minutes_staff', 'idle_minutes_others', 'new_device_letter'])
    .where('domain_id', '=', domainId),
);

/** What the site of an account asks; the connection must see that site. */
export async function readSitePolicy(
  db: Db,
  settings: Pick<Settings, 'identityPolicy'>,
  domainId: number,
): Promise<IdentityPolicy> {
  const [row] = await policyRows(db, { domainId });
  if (!row) return policyOfSite(settings, null);
  return policyOfSite(settings, { ...row, acting_reason: row.acting_reason === 'required' ? 'required' : null });
}
