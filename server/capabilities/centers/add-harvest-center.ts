import { Plan } from '@vialkeep/contract/plans.ts';
import type { QuickHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { createAccount } from '../accounts/index.ts';
import { releaseUnconfirmedAddress } from '../email-changes/index.ts';
import { invite } from '../identity/index.ts';

const PLAN = Plan.harvestCenter;

/** Creates a center on the site of the administrator who adds it (F055). */
export async function addHarvestCenter(work: Work, details: QuickHarvestCenter, home: Domain): Promise<number> {
  const { email, first_name, last_name, company } = details;
  await releaseUnconfirmedAddress(work, email);
  const center = await createAccount(work, {
    domain_id: home.id,
    plan_id: PLAN,
    email,
    first_name,
    last_name,
    company,
  });
  await invite(work, { account: center, home });
  await audit(work, {
    domainId: home.id,
    action: 'centers.create',
    subject: 'user',
    subjectId: center.id,
    facts: { plan: PLAN },
  });
  return center.id;
}
