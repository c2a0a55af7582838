import {
  deleteInactiveUser,
  type ListedUser,
  listInactiveUsers,
  listUsers,
  setUserActive,
} from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { failureOf } from '../../../kernel/api/failure.ts';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { startViewingAs } from '../../../kernel/session/acting.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../../ui/data-table/state/table-props.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { DeleteUserModal } from '../dialogs/delete-user.modal.tsx';
import { LoginAsModal } from '../dialogs/login-as.modal.tsx';
import { usersTexts } from '../users.texts.ts';
import { inactiveUserColumns } from './users.columns.tsx';

const texts = usersTexts.inactive;
const PER_PAGE = 10;

type PendingInactiveUserAction = { what: 'delete' | 'login-as'; user: ListedUser };

/** Lists deactivated users, to reactivate or remove them (F139). */
export function InactiveUsersScreen() {
  const notices = useNotices();
  const [asked, setAsked] = useState<PendingInactiveUserAction | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [reasonProblem, setReasonProblem] = useState<string | null>(null);
  const users = useApi(listInactiveUsers, {});
  const told = {
    refreshes: [listInactiveUsers, listUsers],
    onDone: (answer: { message: string }) => notices.success(answer.message),
    onRefused: (failure: { message: string }) => notices.error(failure.message),
  };
  const activation = useCommand(setUserActive, told);
  const removal = useCommand(deleteInactiveUser, told);
  const about = (what: PendingInactiveUserAction['what']) => (asked?.what === what ? asked.user : null);

  /** Opens in the same tab with the administrator's token (F026). */
  async function loginAs(user: ListedUser, reason: string) {
    setOpening(true);
    try {
      await startViewingAs(user, reason);
      endLoginAs();
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.fields.reason) setReasonProblem(failure.fields.reason);
      else {
        endLoginAs();
        notices.error(failure.message);
      }
    } finally {
      setOpening(false);
    }
  }

  function endLoginAs() {
    setReasonProblem(null);
    setAsked(null);
  }

  async function remove(user: ListedUser) {
    await removal.run({ params: { id: user.id } });
    setAsked(null);
  }

  function actionsFor(user: ListedUser): RowAction[] {
    const actions: readonly (RowAction & { needs: ListedUser['may'][number] })[] = [
      {
        needs: 'activate',
        label: texts.activate,
        onSelect: () => void activation.run({ params: { id: user.id } }),
      },
      { needs: 'delete', label: texts.delete, danger: true, onSelect: () => setAsked({ what: 'delete', user }) },
      { needs: 'login_as', label: texts.loginAs, onSelect: () => setAsked({ what: 'login-as', user }) },
    ];
    return actions.filter(({ needs }) => user.may.includes(needs));
  }

  return (
    <Screen title={texts.heading}>
      <Card flush>
        <DataTable
          name="inactive-users"
          label={texts.heading}
          query={users}
          pageSize={PER_PAGE}
          columns={inactiveUserColumns}
          rowName={formatPersonName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: isUserMatch }}
          rowMenu={actionsFor}
        />
      </Card>
      <DeleteUserModal
        user={about('delete')}
        isFinal
        busy={removal.busy}
        onConfirm={(user) => void remove(user)}
        onCancel={() => setAsked(null)}
      />
      <LoginAsModal
        user={about('login-as')}
        busy={isOpening}
        problem={reasonProblem}
        onConfirm={(user, reason) => void loginAs(user, reason)}
        onCancel={endLoginAs}
      />
    </Screen>
  );
}

function isUserMatch(user: ListedUser, text: string): boolean {
  const searched = `#${user.id} ${formatPersonName(user)} ${user.email} ${user.company} ${user.domain.name}`;
  return searched.toLowerCase().includes(text.toLowerCase());
}
