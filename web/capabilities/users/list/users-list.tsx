import { planNames } from '@vialkeep/contract/plans.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { type ListedUser, listUsers, listUserTags, USERS_PER_PAGE } from '@vialkeep/contract/users.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../../kernel/timings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ChipFilter, RowAction } from '../../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { formatCount, formatPersonName, today } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { type PendingUserAction, UserActionDialogs } from '../dialogs/user-action-dialogs.tsx';
import { CreateUserModal } from '../edit/create-user.modal.tsx';
import { UserModal } from '../edit/user.modal.tsx';
import { usersTexts } from '../users.texts.ts';
import { compactColumns } from './compact-columns.tsx';
import { useOpenDetails } from './details-address.ts';
import { userColumns } from './users.columns.tsx';
import { exportUsersOf, UsersExport } from './users-export.tsx';

const texts = usersTexts.list;

type Props = {
  /** Further buttons before the list's own. */
  beside?: ReactNode;
};

/** Every user of the administrator's sites, 30 per page (F025, F132). */
export function UsersList({ beside }: Props) {
  const state = useTableState({ pageSize: USERS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [asked, setAsked] = useState<PendingUserAction | null>(null);
  const [creating, setCreating] = useState(false);
  const mayCreate = useMay('users.create');
  const mayReset = useMay('identity.reset');
  const details = useOpenDetails();
  const columns = useMemo(() => userColumns(today()), []);
  const compact = useMemo(() => compactColumns(today()), []);
  const filters = {
    search: state.search,
    subscription_type: state.filters.membership,
    tags: state.filters.tags,
    domain_id: state.filters.domain,
  };
  const users = useApi(
    listUsers,
    { query: { ...filters, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const count = users.data ? `${formatCount(users.data.count)}${users.data.count_is_exact ? '' : '+'}` : '';

  return (
    <Card
      title={texts.title}
      flush
      actions={
        <>
          {beside}
          {mayCreate && (
            <Button kind="primary" onClick={() => setCreating(true)}>
              {texts.add}
            </Button>
          )}
        </>
      }
    >
      <DataTable
        name="users"
        label={texts.title}
        page={users}
        state={state}
        tall
        columns={columns}
        compact={compact}
        rowName={formatPersonName}
        texts={{ loading: texts.loading }}
        filter={{ placeholder: texts.filter }}
        filters={useListFilters()}
        summary={
          users.data && (
            <>
              {texts.total(count)} {state.isFiltered && texts.filtered} ·{' '}
              {texts.showing(users.data.results.length, count)}
              {!users.data.count_is_exact && ` · ${texts.narrow}`}
            </>
          )
        }
        rowMenu={(user) => actionsFor(user, { view: details.open, ask: setAsked, mayReset })}
        bulk={[{ label: texts.exportSelected, onSelect: exportUsersOf }]}
      />
      <UsersExport page={users.data?.results ?? []} count={count} filters={filters} />
      <UserActionDialogs asked={asked} onEnd={() => setAsked(null)} />
      <UserModal id={details.id} onClose={details.close} />
      <CreateUserModal opened={creating} onClose={() => setCreating(false)} />
    </Card>
  );
}

/** The memberships are the documented ones; tags and sites come from the server (C-26). */
function useListFilters(): ChipFilter<ListedUser>[] {
  const tags = useApi(listUserTags, {});
  const domains = useApi(listDomains, {});
  return [
    { key: 'membership', label: texts.membership, options: memberships },
    {
      key: 'tags',
      label: texts.tags,
      options: (tags.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      key: 'domain',
      label: texts.domains,
      options: (domains.data ?? []).map(({ value, label }) => ({ value: String(value), label })),
    },
  ];
}

const memberships = Object.entries(planNames).map(([value, label]) => ({ value, label }));

type Doing = {
  view: (id: ListedUser['id']) => void;
  ask: (asked: PendingUserAction) => void;
  mayReset: boolean;
};

function actionsFor(user: ListedUser, { view, ask, mayReset }: Doing): RowAction[] {
  return [
    { label: texts.view, onSelect: () => view(user.id) },
    ...(user.may.includes('review') ? [{ label: texts.review, onSelect: () => ask({ what: 'review', user }) }] : []),
    ...(user.may.includes('deactivate')
      ? [{ label: texts.delete, danger: true, onSelect: () => ask({ what: 'delete', user }) }]
      : []),
    ...(user.may.includes('change_password')
      ? [{ label: texts.changePassword, onSelect: () => ask({ what: 'password', user }) }]
      : []),
    ...(user.may.includes('login_as')
      ? [{ label: texts.loginAs, onSelect: () => ask({ what: 'login-as', user }) }]
      : []),
    // An administrator resets the factors of a user whose password they can set.
    ...(mayReset && user.may.includes('change_password')
      ? [{ label: texts.resetFactors, onSelect: () => ask({ what: 'reset-factors', user }) }]
      : []),
  ];
}
