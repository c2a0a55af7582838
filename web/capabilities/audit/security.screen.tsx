import { AUDIT_ROWS_PER_PAGE, type AuditRow, listAudit } from '@vialkeep/contract/audit.ts';
import { useState } from 'react';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, textColumn } from '../../ui/layout/columns.tsx';
import { auditTexts as texts } from './audit.texts.ts';
import { AuditActions } from './audit-actions.tsx';
import { aboutOf, whoOf } from './audit-labels.ts';
import { ChangePanel } from './change-panel.tsx';

/** Shows the audit log, and the unsafe settings that the installation accepts. */
export function SecurityScreen() {
  const state = useTableState({ pageSize: AUDIT_ROWS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const filters = { subject_id: state.search.replace(/^#/, '') || undefined, action: state.filters.area };
  const rows = useApi(
    listAudit,
    { query: { ...filters, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const count = rows.data ? `${formatCount(rows.data.count)}${rows.data.count_is_exact ? '' : '+'}` : '';

  return (
    <SecurityPage at="changes" actions={<AuditActions filters={filters} />}>
      {rows.data?.accepted_unsafe.map((words) => (
        <WarningNote key={words}>{words}</WarningNote>
      ))}
      <Card title={texts.changes} flush>
        <DataTable
          name="audit"
          label={texts.changes}
          page={rows}
          state={state}
          columns={columns}
          rowName={(row) => `${row.action}, ${aboutOf(row)}`}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter }}
          filters={[{ key: 'area', label: texts.area, options: texts.areas }]}
          summary={rows.data && texts.total(count)}
          rowInline={(row) => (
            <Button size="xs" onClick={() => setOpened(row)}>
              {texts.open}
              <span className="visually-hidden">
                {' '}
                {row.action}, {aboutOf(row)}
              </span>
            </Button>
          )}
        />
      </Card>
      <ChangePanel row={opened} onClose={() => setOpened(null)} />
    </SecurityPage>
  );
}

const columns = [
  dateTimeColumn<AuditRow>(texts.when, ({ at }) => at, { sort: false, width: '15%' }),
  textColumn<AuditRow>(texts.who, whoOf, { sort: false, width: '22%' }),
  textColumn<AuditRow>(texts.what, ({ action }) => action, { sort: false }),
  textColumn<AuditRow>(texts.about, aboutOf, { sort: false }),
  textColumn<AuditRow>(texts.fields, ({ changes }) => Object.keys(changes).join(', '), {
    sort: false,
    priority: 2,
  }),
  textColumn<AuditRow>(texts.from, ({ address }) => address, { sort: false, priority: 2 }),
];
