import { planNames } from '@vialkeep/contract/plans.ts';
import { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { type ListedUser, listUsers, USERS_PER_PAGE } from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/query.ts';
import { Card } from '../../ui/card.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/formats.ts';
import { useNotices } from '../../ui/notices.ts';
import { LoginAsModal } from './login-as.modal.tsx';
import { newTab } from './login-as-in-new-tab.ts';
import { userColumns } from './users.columns.tsx';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.list;
const SEARCH_PAUSE_MS = 500;

const memberships = Object.entries(planNames).map(([value, label]) => ({ value, label }));

/** F025, F132: every user of the sites an administrator sees, 30 at a time. */
export function UsersList() {
  const notices = useNotices();
  const [chosen, setChosen] = useState<ListedUser | null>(null);
  const state = useTableState({ pageSize: USERS_PER_PAGE, debounce: SEARCH_PAUSE_MS });
  const domains = useApi(listDomains, {});
  const users = useApi(
    listUsers,
    {
      query: {
        limit: state.pageSize,
        offset: state.offset,
        search: state.search,
        subscription_type: state.filters.membership,
        domain_id: state.filters.domain,
      },
    },
    { keepPrevious: true },
  );
  // V-04: the modal closes as documented, and the reason is said.
  const code = useCommand(generateLoginAsUserToken, { onRefused: (failure) => notices.error(failure.message) });

  async function loginAs(user: ListedUser) {
    const tab = newTab();
    const answer = await code.run({ body: { user_id: user.id } });
    setChosen(null);
    if (answer) tab.leadTo(answer);
    else tab.close();
  }

  const count = formatCount(users.data?.count ?? 0);
  return (
    <Card title={texts.title} flush>
      <DataTable
        name="users"
        label={texts.title}
        page={users}
        state={state}
        columns={userColumns}
        rowName={(user) => `${user.first_name} ${user.last_name}`}
        texts={{ loading: texts.loading }}
        filter={{ placeholder: texts.filter }}
        filters={[
          { key: 'membership', label: texts.membership, options: memberships },
          {
            key: 'domain',
            label: texts.domains,
            options: (domains.data ?? []).map(({ value, label }) => ({ value: String(value), label })),
          },
        ]}
        summary={
          <>
            {texts.total(count)} {state.isFiltered && texts.filtered} ·{' '}
            {texts.showing(users.data?.results.length ?? 0, count)}
          </>
        }
        rowMenu={(user) =>
          user.may.includes('login_as') ? [{ label: texts.loginAs, onSelect: () => setChosen(user) }] : []
        }
      />
      <LoginAsModal
        user={chosen}
        busy={code.busy}
        onConfirm={(user) => void loginAs(user)}
        onCancel={() => setChosen(null)}
      />
    </Card>
  );
}
