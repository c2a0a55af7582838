import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { ChoiceInput } from '../../ui/form/fields/choice-input.tsx';
import { Card } from '../../ui/layout/card.tsx';

type Props = { title: string; note: string; children: (domainId: DomainId) => ReactNode };

/** A card about the administrator's site, or about one of their sites. */
export function SiteCard({ title, note, children }: Props) {
  const { domain } = useUser();
  const [chosen, setChosen] = useState<DomainId>(domain.id);
  const sites = useApi(listDomains, {});
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
      {children(chosen)}
    </Card>
  );
}
