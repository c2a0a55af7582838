import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { type ReactNode, useState } from 'react';
import { type Loading, useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ChoiceInput } from '../../ui/form/fields/choice-input.tsx';
import { Card } from '../../ui/layout/card.tsx';

type Props<Settings> = {
  title: string;
  note: string;
  loading: string;
  failed: string;
  /** Reads the settings of the chosen site. */
  useSettings: (domainId: DomainId) => Loading<Settings>;
  children: (settings: Settings) => ReactNode;
};

/** The settings of the administrator's site, or of one of their sites. */
export function SettingsOfSite<Settings>({ title, note, loading, failed, useSettings, children }: Props<Settings>) {
  const { domain } = useUser();
  const [chosen, setChosen] = useState<DomainId>(domain.id);
  const sites = useApi(listDomains, {});
  const settings = useSettings(chosen);
  const options = (sites.data ?? []).map(({ value, label }) => ({ value: String(value), label }));

  return (
    <Card
      title={title}
      note={note}
      actions={
        options.length > 1 && (
          <ChoiceInput
            label="Site"
            value={String(chosen)}
            options={options}
            onChoose={(value) => setChosen(sites.data?.find((site) => String(site.value) === value)?.value ?? chosen)}
          />
        )
      }
    >
      <Loaded query={settings} loading={loading} failed={failed}>
        {children}
      </Loaded>
    </Card>
  );
}
