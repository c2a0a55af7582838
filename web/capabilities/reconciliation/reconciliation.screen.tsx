import {
  DIFFERENCES_PER_PAGE,
  type Difference,
  DifferenceState,
  listDifferences,
} from '@vialkeep/contract/reconciliation.ts';
import { useState } from 'react';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { differenceColumns } from './reconciliation.columns.tsx';
import { reconciliationTexts as texts } from './reconciliation.texts.ts';
import { ResolveDifference } from './resolve-difference.modal.tsx';
import { RunsCard } from './runs-card.tsx';

/** What differs between the books and the card payment provider, side by side, and the comparisons. */
export function ReconciliationScreen() {
  const state = useTableState({ pageSize: DIFFERENCES_PER_PAGE });
  const [chosen, setChosen] = useState<Difference | null>(null);
  const items = useApi(
    listDifferences,
    { query: { state: state.filters.state, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <MoneyPage at="reconciliation" status={texts.lead}>
      <Card title={texts.differences} flush>
        <DataTable
          name="differences"
          label={texts.differences}
          page={items}
          state={state}
          columns={differenceColumns}
          rowName={formatDifferenceName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.none}
          filters={[
            {
              key: 'state',
              label: texts.state,
              options: DifferenceState.options.map((value) => ({ value, label: texts.states[value] })),
            },
          ]}
          summary={items.data && texts.total(formatCount(items.data.count))}
          rowInline={(item) =>
            item.may.length > 0 && (
              <Button size="xs" kind="primary" onClick={() => setChosen(item)}>
                {texts.resolve}
                <span className="visually-hidden"> {formatDifferenceName(item)}</span>
              </Button>
            )
          }
        />
      </Card>
      <RunsCard />
      <ResolveDifference item={chosen} onClose={() => setChosen(null)} />
    </MoneyPage>
  );
}

function formatDifferenceName({ id }: Difference): string {
  return texts.rowName(id);
}
