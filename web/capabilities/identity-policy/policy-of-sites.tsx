import { readIdentityPolicy } from '@vialkeep/contract/identity-policy.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ChoiceInput } from '../../ui/form/fields/choice-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { policyTexts as texts } from './identity-policy.texts.ts';
import { PolicyForm } from './policy.form.tsx';

/** The policy of the administrator's site, or of one of their sites. */
export function PolicyOfSites() {
  const { domain } = useUser();
  const [chosen, setChosen] = useState<DomainId>(domain.id);
  const sites = useApi(listDomains, {});
  const policy = useApi(readIdentityPolicy, { params: { domain_id: chosen } });
  const options = (sites.data ?? []).map(({ value, label }) => ({ value: String(value), label }));

  return (
    <Card
      title={texts.title}
      note={texts.note}
      actions={
        options.length > 1 && (
          <ChoiceInput
            label={texts.site}
            value={String(chosen)}
            options={options}
            onChoose={(value) => setChosen(sites.data?.find((site) => String(site.value) === value)?.value ?? chosen)}
          />
        )
      }
    >
      <Loaded query={policy} loading={texts.loading} failed={texts.failed}>
        {(answer) => <PolicyForm key={answer.domain.id} policies={answer} />}
      </Loaded>
    </Card>
  );
}
