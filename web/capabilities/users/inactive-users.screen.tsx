import { type ListedUser, listInactiveUsers } from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { startViewingAs } from '../../kernel/acting.ts';
import { failureOf } from '../../kernel/failure.ts';
import { useApi } from '../../kernel/query.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useNotices } from '../../ui/notices.ts';
import { Screen } from '../../ui/screen.tsx';
import { LoginAsModal } from './login-as.modal.tsx';
import { inactiveUserColumns } from './users.columns.tsx';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.inactive;
const PER_PAGE = 10;

export function InactiveUsersScreen() {
  const notices = useNotices();
  const [chosen, setChosen] = useState<ListedUser | null>(null);
  const [busy, setBusy] = useState(false);
  const users = useApi(listInactiveUsers, {});

  /** F026: in the same tab, with the administrator's own token. */
  async function loginAs(user: ListedUser) {
    setBusy(true);
    try {
      await startViewingAs(user);
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    } finally {
      setBusy(false);
      setChosen(null);
    }
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
          rowName={(user) => `${user.first_name} ${user.last_name}`}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches }}
          rowMenu={(user) =>
            user.may.includes('login_as') ? [{ label: texts.loginAs, onSelect: () => setChosen(user) }] : []
          }
        />
      </Card>
      <LoginAsModal
        user={chosen}
        busy={busy}
        onConfirm={(user) => void loginAs(user)}
        onCancel={() => setChosen(null)}
      />
    </Screen>
  );
}

function matches(user: ListedUser, text: string): boolean {
  const searched = `#${user.id} ${user.first_name} ${user.last_name} ${user.email} ${user.company} ${user.domain.name}`;
  return searched.toLowerCase().includes(text.toLowerCase());
}
