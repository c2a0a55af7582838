import { IconPencil } from '@tabler/icons-react';
import { type AdministeredStaff, listStaff, updateStaff } from '@vialkeep/contract/centers.ts';
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
import { centerName, staffName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';
import { LinkForm } from './link-form.tsx';
import { LinkLines } from './link-lines.tsx';

const texts = centersTexts.staffLinks;
const PER_PAGE = 10;

/** Manages which centers each staff account works for (F147). */
export function StaffLinksScreen() {
  const staff = useApi(listStaff, {});
  const [editedId, setEditedId] = useState<number | null>(null);
  const edited = staff.data?.find(({ id }) => id === editedId) ?? null;
  const close = () => setEditedId(null);

  return (
    <Screen title={texts.title}>
      <Card flush>
        <DataTable
          name="staff-links"
          label={texts.title}
          query={staff}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={staffName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: isStaffLinkMatch }}
          rowInline={(member) => (
            <Button icon={<IconPencil size={16} aria-hidden />} onClick={() => setEditedId(member.id)}>
              {texts.edit} <span className="visually-hidden">{staffName(member)}</span>
            </Button>
          )}
        />
      </Card>
      <FormModal opened={edited !== null} title={texts.modal} onClose={close}>
        {edited && <StaffLinksForm key={edited.id} member={edited} onDone={close} />}
      </FormModal>
    </Screen>
  );
}

function StaffLinksForm({ member, onDone }: { member: AdministeredStaff; onDone: () => void }) {
  const notices = useNotices();
  const command = useCommand(updateStaff, {
    refreshes: [listStaff],
    onDone: () => notices.success(texts.saved, { onSucceeded: onDone }),
    // Another user may have changed the links; the form shows their version beside the unsaved choice.
    onRefused: () => void refresh([listStaff]),
  });
  return (
    <LinkForm
      whom={staffName(member)}
      domainId={member.domain.id}
      linked={member.related_users}
      pending={member.pending}
      note={member.pending.length > 0 ? texts.asked(member.pending.map(centerName).join(', ')) : undefined}
      field="staff_hc_ids"
      texts={texts}
      command={command}
      onSave={(centers) =>
        command.run({
          params: { id: member.id },
          body: { staff_hc_ids: centers.join(','), version: member.version },
        })
      }
    />
  );
}

const columns = [
  textColumn<AdministeredStaff>(texts.domain, (member) => member.domain.name || texts.none, {
    priority: 2,
  }),
  textColumn<AdministeredStaff>(texts.who, staffName, { sort: (member) => member.last_name }),
  customColumn<AdministeredStaff>(
    texts.centers,
    (member) => <LinkLines linked={member.related_users} pending={member.pending} />,
    { value: (member) => member.related_users.map(centerName).join('; ') },
  ),
];

function isStaffLinkMatch(member: AdministeredStaff, typed: string): boolean {
  const companies = [...member.harvest_centers, ...member.pending].map(({ company }) => company);
  return hasMatchingText(
    [member.id, `${member.first_name} ${member.last_name}`, ...companies, member.domain.name],
    typed,
  );
}
