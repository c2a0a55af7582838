import { Screen } from '../../ui/layout/screen.tsx';
import { policyTexts } from './identity-policy.texts.ts';
import { PolicyOfSites } from './policy-of-sites.tsx';

/** The policy as a page of its own. */
export function IdentityPolicyScreen() {
  return (
    <Screen title={policyTexts.title}>
      <PolicyOfSites />
    </Screen>
  );
}
