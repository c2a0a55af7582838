import { SecurityPage } from '../../components/security/security-page.tsx';
import { PolicyOfSites } from './policy-of-sites.tsx';

/** What each site asks of the people who log in. */
export function IdentityPolicyScreen() {
  return (
    <SecurityPage at="policy">
      <PolicyOfSites />
    </SecurityPage>
  );
}
