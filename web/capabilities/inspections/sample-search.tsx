import {
  type FoundSample,
  listSamples,
  type OpenInspection,
  SAMPLES_PER_PAGE,
} from '@vialkeep/contract/inspections.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, numberColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.samples;

/** The samples within the inspection. */
export function SampleSearch({ inspection }: { inspection: OpenInspection }) {
  const state = useTableState({ pageSize: SAMPLES_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const samples = useApi(
    listSamples,
    { query: { search: state.search, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <Screen title={texts.page} status={inspection.reason}>
      <Card title={texts.title} flush>
        <DataTable
          name="inspected-samples"
          label={texts.title}
          page={samples}
          state={state}
          columns={columns}
          rowName={({ name }) => name}
          rowLink={({ id }) => linkTo(addresses.inspection, {}, { sample: id })}
          texts={{ loading: texts.loading, empty: texts.empty }}
          emptyHint={texts.scope}
          filter={{ placeholder: inspection.with_names ? texts.filterWithNames : texts.filter, takesFocus: true }}
          summary={samples.data && texts.total(formatCount(samples.data.count))}
        />
      </Card>
    </Screen>
  );
}

const fixed = { sort: false } as const;

const columns = [
  textColumn<FoundSample>(texts.sample, ({ id, name }) => (name === `#${id}` ? name : `${name} #${id}`), fixed),
  numberColumn<FoundSample>(texts.available, ({ vials_available }) => vials_available, fixed),
  numberColumn<FoundSample>(texts.shipped, ({ vials_shipped }) => vials_shipped, fixed),
  dateTimeColumn<FoundSample>(texts.changed, ({ changed_at }) => changed_at, fixed),
];
