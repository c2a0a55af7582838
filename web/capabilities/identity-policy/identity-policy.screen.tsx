import { readIdentityPolicy } from '@vialkeep/contract/identity-policy.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { SettingsOfSite } from '../../components/sites/settings-of-site.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { policyTexts as texts } from './identity-policy.texts.ts';
import { PolicyForm } from './policy.form.tsx';

/** What each site asks of the people who log in. */
export function IdentityPolicyScreen() {
  return (
    <SecurityPage at="policy">
      <SettingsOfSite
        title={texts.title}
        note={texts.note}
        loading={texts.loading}
        failed={texts.failed}
        useSettings={usePolicy}
      >
        {(policies) => <PolicyForm key={policies.domain.id} policies={policies} />}
      </SettingsOfSite>
    </SecurityPage>
  );
}

function usePolicy(domain_id: DomainId) {
  return useApi(readIdentityPolicy, { params: { domain_id } });
}
