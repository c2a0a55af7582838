import { Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { approveStaff, listPendingReferrals, listStaffOfCenter, type StaffMember } from '@vialkeep/contract/centers.ts';
import { useState } from 'react';
import { refresh, useApi, useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { staffSignUpLink } from '../../kernel/signing/sign-up-links.ts';
import { Button } from '../../ui/actions/button.tsx';
import { CopyField } from '../../ui/actions/copy-field.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { formatEmail } from '../../ui/display/formats.ts';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { staffName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';
import { PendingReferrals } from './pending-referrals.tsx';
import { RemoveStaff } from './remove-staff.modal.tsx';

const texts = centersTexts.staff;
const PER_PAGE = 10;

/** The registration link for staff, and the registered staff (F082–F084). */
export function StaffScreen() {
  const { id } = useUser();
  const notices = useNotices();
  const [removed, setRemoved] = useState<StaffMember | null>(null);
  const staff = useApi(listStaffOfCenter, { params: { id } });
  const pending = useApi(listPendingReferrals, {});
  // For an administrator who views the center, the server lists the referrals of all centers.
  const referrals = { ...pending, data: pending.data?.filter(({ hc }) => hc.id === id) };
  const approve = useCommand(approveStaff, {
    refreshes: [listStaffOfCenter],
    onDone: ({ message }) => notices.success(message),
    // Another tab may already have approved or removed the staff member.
    onRefused: (failure) => {
      notices.error(failure.message);
      void refresh([listStaffOfCenter]);
    },
  });

  const may = staff.data?.may ?? [];
  const asking = (staff.data?.staff_list ?? []).filter(({ status }) => status === 'pending');
  const waiting = asking.length + (referrals.data?.length ?? 0);
  // Waits until it is known whether the pending card is shown, so that the layout does not shift.
  if (pending.isPending) {
    return (
      <Screen title={texts.title}>
        <WaitingState text={texts.loading} />
      </Screen>
    );
  }
  return (
    <Screen title={texts.title} status={waiting > 0 && may.includes('approve') && texts.waiting(waiting)}>
      <PendingReferrals query={referrals} />
      <Card title={texts.linkCard} note={texts.linkNote}>
        <CopyField label={texts.link} help={texts.linkHelp} value={staffSignUpLink(id)} disabled qr />
      </Card>
      <Card flush>
        <DataTable
          name="staff"
          label={texts.list}
          query={{
            data: staff.data?.staff_list,
            isPending: staff.isPending,
            isError: staff.isError,
            isFetching: staff.isFetching,
            refetch: staff.refetch,
          }}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={staffName}
          texts={{ loading: texts.loading, empty: texts.empty }}
          emptyHint={texts.noneYet}
          summary={staff.data && may.length === 0 ? <Text size="sm">{texts.readOnly}</Text> : undefined}
          filter={{ placeholder: texts.filter, matches: isStaffMatch }}
          rowInline={
            may.length === 0
              ? undefined
              : (member) => (
                  <Group gap={8} wrap="nowrap">
                    {member.status === 'pending' && (
                      <Button
                        kind="primary"
                        disabled={approve.busy}
                        onClick={() => void approve.run({ body: { user_id: member.id, hc_id: id } })}
                      >
                        {texts.approve} <span className="visually-hidden">{staffName(member)}</span>
                      </Button>
                    )}
                    <Button icon={<IconTrash size={16} aria-hidden />} onClick={() => setRemoved(member)}>
                      {texts.delete} <span className="visually-hidden">{staffName(member)}</span>
                    </Button>
                  </Group>
                )
          }
        />
      </Card>
      <RemoveStaff member={removed} centerId={id} onClose={() => setRemoved(null)} />
    </Screen>
  );
}

const states: Record<StaffMember['status'], StatusLabel> = {
  pending: { text: texts.states.pending, tone: 'waiting' },
  active: { text: texts.states.active, tone: 'done' },
  inactive: { text: texts.states.inactive, tone: 'none' },
};

const columns = [
  textColumn<StaffMember>(texts.user, staffName, { sort: (member) => member.last_name }),
  textColumn<StaffMember>(texts.email, (member) => formatEmail(member.email)),
  statusColumn<StaffMember>(texts.status, (member) => states[member.status]),
];

function isStaffMatch(member: StaffMember, typed: string): boolean {
  return hasMatchingText([member.id, `${member.first_name} ${member.last_name}`, member.email], typed);
}
