import { DEVIATIONS_PER_PAGE, type Deviation, DeviationState, listDeviations } from '@vialkeep/contract/deviations.ts';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, numberColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { deviationsTexts as texts } from './deviations.texts.ts';
import { NewDeviation } from './new-deviation.tsx';

const fixed = { sort: false } as const;

const columns = [
  numberColumn<Deviation>(texts.columns.number, ({ id }) => id, fixed),
  textColumn<Deviation>(texts.columns.title, ({ title }) => title, fixed),
  statusColumn<Deviation>(texts.columns.state, stateOf, fixed),
  textColumn<Deviation>(texts.columns.source, ({ source_words }) => source_words, { ...fixed, priority: 2 }),
  dateTimeColumn<Deviation>(texts.columns.opened, ({ opened_at }) => opened_at, { ...fixed, priority: 2 }),
];

function stateOf({ state, is_drill }: Deviation) {
  const words = texts.states[state];
  return {
    text: is_drill ? `${texts.drill}, ${words.toLowerCase()}` : words,
    tone: state === 'closed' ? ('done' as const) : ('waiting' as const),
  };
}

/** The deviations and drills of the lab, and a new one. */
export function DeviationsScreen() {
  const lab = useBenchLab();
  const said = useScanFeedback();
  const state = useTableState({ pageSize: DEVIATIONS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const filter = DeviationState.safeParse(state.filters.state);
  const query = {
    ...lab.inQuery,
    ...(filter.success ? { state: filter.data } : {}),
    limit: state.pageSize,
    offset: state.offset,
  };
  const deviations = useApi(listDeviations, { query }, { keepPrevious: true });
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={said.feedback} />
      <Card title={texts.title} flush>
        <DataTable
          name="deviations"
          label={texts.title}
          page={deviations}
          state={state}
          columns={columns}
          rowName={({ title }) => texts.rowName(title)}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filters={[
            {
              key: 'state',
              label: texts.columns.state,
              options: DeviationState.options.map((value) => ({ value, label: texts.states[value] })),
            },
          ]}
          summary={deviations.data && texts.total(formatCount(deviations.data.count))}
          rowInline={({ id }) => (
            <LinkButton to={linkTo(addresses.deviation, { id }, lab.inLink)}>{texts.openRow(id)}</LinkButton>
          )}
        />
      </Card>
      <NewDeviation said={said} />
    </Screen>
  );
}
