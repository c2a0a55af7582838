import { useLocation } from '@tanstack/react-router';
import { listPayoutRuns, PAYOUT_RUNS_PER_PAGE, runStates } from '@vialkeep/contract/payouts.ts';
import { useState } from 'react';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { MakeRunModal } from './make-run.modal.tsx';
import { PayoutRunView } from './payout-run-view.tsx';
import { runColumns } from './payouts.columns.tsx';
import { payoutsTexts as texts } from './payouts.texts.ts';

/** The payout runs of the administrator's sites, or one of them. */
export function PayoutsScreen() {
  const id = Number(new URLSearchParams(useLocation().searchStr).get('run'));
  return id > 0 ? <PayoutRunView key={id} id={id} /> : <RunList />;
}

function RunList() {
  const state = useTableState({ pageSize: PAYOUT_RUNS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [isMaking, setMaking] = useState(false);
  const runs = useApi(
    listPayoutRuns,
    { query: { state: state.filters.state, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <MoneyPage
      at="payouts"
      status={texts.lead}
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          {texts.make.open}
        </Button>
      }
    >
      <Card title={texts.title} flush>
        <DataTable
          name="payout-runs"
          label={texts.title}
          page={runs}
          state={state}
          columns={runColumns}
          rowName={({ id }) => texts.runName(id)}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filters={[
            {
              key: 'state',
              label: texts.state,
              options: runStates.map((value) => ({ value, label: texts.states[value] })),
            },
          ]}
          summary={runs.data && texts.total(formatCount(runs.data.count))}
        />
      </Card>
      <MakeRunModal opened={isMaking} onClose={() => setMaking(false)} />
    </MoneyPage>
  );
}
