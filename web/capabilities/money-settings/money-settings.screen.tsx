import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { SiteCard } from '../../components/sites/site-card.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { MoneySettingsForm } from './money-settings.form.tsx';
import { moneySettingsTexts as texts } from './money-settings.texts.ts';

/** What each site has decided about money. */
export function MoneySettingsScreen() {
  return (
    <MoneyPage at="settings">
      <SiteCard title={texts.title} note={texts.note}>
        {(domainId) => <SettingsOfSite domainId={domainId} />}
      </SiteCard>
    </MoneyPage>
  );
}

function SettingsOfSite({ domainId }: { domainId: DomainId }) {
  const query = useApi(readMoneySettings, { params: { domain_id: domainId } });
  return (
    <Loaded query={query} loading={texts.loading} failed={texts.failed}>
      {(settings) => <MoneySettingsForm key={`${settings.domain.id}/${settings.version}`} settings={settings} />}
    </Loaded>
  );
}
