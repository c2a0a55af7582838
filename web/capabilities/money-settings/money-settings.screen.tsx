import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { SettingsOfSite } from '../../components/sites/settings-of-site.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { MoneySettingsForm } from './money-settings.form.tsx';
import { moneySettingsTexts as texts } from './money-settings.texts.ts';

/** What each site has decided about money. */
export function MoneySettingsScreen() {
  return (
    <MoneyPage at="settings">
      <SettingsOfSite
        title={texts.title}
        note={texts.note}
        loading={texts.loading}
        failed={texts.failed}
        useSettings={useSettings}
      >
        {(settings) => <MoneySettingsForm key={`${settings.domain.id}/${settings.version}`} settings={settings} />}
      </SettingsOfSite>
    </MoneyPage>
  );
}

function useSettings(domain_id: DomainId) {
  return useApi(readMoneySettings, { params: { domain_id } });
}
