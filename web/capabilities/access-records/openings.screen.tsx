import {
  ACCESS_ROWS_PER_PAGE,
  type AccessRecord,
  exportAccess,
  listAccess,
} from '@vialkeep/contract/access-records.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { SecurityPage } from '../../components/security/security-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, textColumn } from '../../ui/layout/columns.tsx';
import { describeList } from './describe-list.ts';
import { openingsTexts as texts } from './openings.texts.ts';

/** Shows who opened whose data, and which lists and files showed people. */
export function OpeningsScreen() {
  const state = useTableState({ pageSize: ACCESS_ROWS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const id = state.search.replace(/^#/, '').trim();
  const filters = { subject_id: /^[1-9]\d{0,9}$/.test(id) ? id : undefined, what: state.filters.what };
  const rows = useApi(
    listAccess,
    { query: { ...filters, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const count = rows.data ? `${formatCount(rows.data.count)}${rows.data.count_is_exact ? '' : '+'}` : '';
  return (
    <SecurityPage
      at="openings"
      actions={
        <DownloadButton route={exportAccess} input={{ query: filters }}>
          {texts.download}
        </DownloadButton>
      }
    >
      <Card title={texts.title} flush>
        <DataTable
          name="openings"
          label={texts.title}
          page={rows}
          state={state}
          columns={columns}
          rowName={(row) => `${whoOf(row)}, ${row.what}`}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter }}
          filters={[
            {
              key: 'what',
              label: texts.kind,
              options: readingKinds.map((kind) => ({ value: kind, label: texts.capital(kind) })),
            },
          ]}
          summary={rows.data && texts.total(count)}
        />
      </Card>
    </SecurityPage>
  );
}

const columns = [
  dateTimeColumn<AccessRecord>(texts.when, ({ at }) => at, { sort: false, width: '15%' }),
  textColumn<AccessRecord>(texts.who, whoOf, { sort: false }),
  textColumn<AccessRecord>(texts.kind, ({ what }) => texts.capital(what), { sort: false }),
  textColumn<AccessRecord>(texts.about, aboutOf, { sort: false }),
  textColumn<AccessRecord>(texts.reason, ({ reason }) => reason, { sort: false, priority: 2 }),
];

function personOf(person: AccessRecord['actor']): string {
  return person ? texts.person(person.name, person.id) : texts.unknown;
}

function whoOf({ actor, user, inspection }: AccessRecord): string {
  if (inspection) return texts.inspector(inspection.agency, inspection.id);
  return actor?.id === user?.id ? personOf(actor) : texts.inAccountOf(personOf(actor), personOf(user));
}

/** The person whose data were opened, or the people of a list and its filter. */
function aboutOf({ subject, object, seen }: AccessRecord): string {
  if (subject) return [personOf(subject), object].filter(Boolean).join(', ');
  return [...(seen === null ? [] : [texts.people(formatCount(seen))]), describeList(object)].filter(Boolean).join(', ');
}
