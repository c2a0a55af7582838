import { readIdentityPolicy } from '@vialkeep/contract/identity-policy.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { SiteCard } from '../../components/sites/site-card.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { policyTexts as texts } from './identity-policy.texts.ts';
import { PolicyForm } from './policy.form.tsx';

/** What each site asks of the people who log in. */
export function IdentityPolicyScreen() {
  return (
    <SecurityPage at="policy">
      <SiteCard title={texts.title} note={texts.note}>
        {(domainId) => <PolicyOfSite domainId={domainId} />}
      </SiteCard>
    </SecurityPage>
  );
}

function PolicyOfSite({ domainId }: { domainId: DomainId }) {
  const policy = useApi(readIdentityPolicy, { params: { domain_id: domainId } });
  return (
    <Loaded query={policy} loading={texts.loading} failed={texts.failed}>
      {(policies) => <PolicyForm key={policies.domain.id} policies={policies} />}
    </Loaded>
  );
}
