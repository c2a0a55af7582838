import { IconPencil } from '@tabler/icons-react';
import {
  listReferralAssociations,
  type ReferralAssociation,
  updateReferralAssociation,
} from '@vialkeep/contract/centers.ts';
import { useState } from 'react';
import { refresh, useApi, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { centerName, referralName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';
import { LinkForm } from './link-form.tsx';
import { LinkLines } from './link-lines.tsx';

const texts = centersTexts.referralLinks;
const PER_PAGE = 10;

const nameOf = (association: ReferralAssociation) => referralName(association.rhc_desc);

/** Manages which harvest centers each referral center belongs to (F148). */
export function ReferralLinksScreen() {
  const associations = useApi(listReferralAssociations, {});
  const [editedId, setEditedId] = useState<number | null>(null);
  const edited = associations.data?.find(({ id }) => id === editedId) ?? null;
  const close = () => setEditedId(null);

  return (
    <Screen title={texts.title}>
      <Card flush>
        <DataTable
          name="referral-links"
          label={texts.title}
          query={associations}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={nameOf}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: isReferralLinkMatch }}
          rowInline={(association) => (
            <Button icon={<IconPencil size={16} aria-hidden />} onClick={() => setEditedId(association.id)}>
              {texts.edit} <span className="visually-hidden">{nameOf(association)}</span>
            </Button>
          )}
        />
      </Card>
      <FormModal opened={edited !== null} title={texts.modal} onClose={close}>
        {edited && <ReferralLinksForm key={edited.id} association={edited} onDone={close} />}
      </FormModal>
    </Screen>
  );
}

function ReferralLinksForm({ association, onDone }: { association: ReferralAssociation; onDone: () => void }) {
  const notices = useNotices();
  const command = useCommand(updateReferralAssociation, {
    refreshes: [listReferralAssociations],
    onDone: () => notices.success(texts.saved, { onSucceeded: onDone }),
    onRefused: () => void refresh([listReferralAssociations]),
  });
  return (
    <LinkForm
      whom={nameOf(association)}
      domainId={association.rhc_domain.id}
      linked={association.hc_desc}
      pending={association.pending}
      note={association.pending.length > 0 ? texts.asked(association.pending.map(centerName).join(', ')) : undefined}
      field="rhc_hc_ids"
      texts={texts}
      command={command}
      onSave={(centers) =>
        command.run({
          params: { id: association.id },
          body: { rhc_hc_ids: centers.join(','), version: association.version },
        })
      }
    />
  );
}

const columns = [
  textColumn<ReferralAssociation>(texts.domain, (association) => association.rhc_domain.name || texts.none, {
    priority: 2,
  }),
  textColumn<ReferralAssociation>(texts.who, nameOf, { sort: (association) => association.rhc_desc.company }),
  customColumn<ReferralAssociation>(
    texts.centers,
    (association) => <LinkLines linked={association.hc_desc} pending={association.pending} />,
    { value: (association) => association.hc_desc.map(centerName).join('; ') },
  ),
];

function isReferralLinkMatch({ rhc_desc, hc_desc, pending }: ReferralAssociation, typed: string): boolean {
  const companies = [...hc_desc, ...pending].map(({ company }) => company);
  return hasMatchingText([rhc_desc.id, rhc_desc.company, ...companies], typed);
}
