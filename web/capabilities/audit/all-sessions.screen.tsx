import { type AdministeredSession, AUDIT_ROWS_PER_PAGE, listAllSessions } from '@vialkeep/contract/audit.ts';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, textColumn } from '../../ui/layout/columns.tsx';
import { auditTexts as texts } from './audit.texts.ts';

/** Shows every open session of the site: whose it is, who uses it, from where, and how its holder was identified. */
export function AllSessionsScreen() {
  const state = useTableState({ pageSize: AUDIT_ROWS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const id = state.search.replace(/^#/, '').trim();
  const rows = useApi(
    listAllSessions,
    { query: { user_id: /^[1-9]\d{0,9}$/.test(id) ? id : undefined, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const count = rows.data ? `${formatCount(rows.data.count)}${rows.data.count_is_exact ? '' : '+'}` : '';
  return (
    <SecurityPage at="sessions">
      <Card title={texts.sessions} flush>
        <DataTable
          name="all-sessions"
          label={texts.sessions}
          page={rows}
          state={state}
          columns={columns}
          rowName={({ user, device }) => `${texts.person(user.name, user.id)}, ${device}`}
          texts={{ loading: texts.loadingSessions }}
          emptyHint={texts.noSessions}
          filter={{ placeholder: texts.sessionFilter }}
          summary={rows.data && texts.sessionTotal(count)}
        />
      </Card>
    </SecurityPage>
  );
}

const columns = [
  textColumn<AdministeredSession>(texts.account, ({ user }) => texts.person(user.name, user.id), { sort: false }),
  textColumn<AdministeredSession>(texts.by, usedBy, { sort: false }),
  textColumn<AdministeredSession>(
    texts.device,
    ({ device, address }) => (address === null ? device : texts.deviceFrom(device, address)),
    { sort: false },
  ),
  textColumn<AdministeredSession>(texts.proof, ({ proved_by }) => proved_by, { sort: false, priority: 2 }),
  dateTimeColumn<AdministeredSession>(texts.started, ({ started_at }) => started_at, { sort: false }),
  dateTimeColumn<AdministeredSession>(texts.seen, ({ last_seen_at }) => last_seen_at, { sort: false, priority: 2 }),
];

/** The person who works in the account with their reason; empty for its owner. */
function usedBy({ by, reason }: AdministeredSession): string {
  if (!by) return '';
  const person = texts.person(by.name, by.id);
  return reason === null ? person : `${person}: ${reason}`;
}
