import {
  listDifferences,
  listReconciliations,
  RUNS_PER_PAGE,
  runReconciliation,
} from '@vialkeep/contract/reconciliation.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { runColumns } from './reconciliation.columns.tsx';
import { reconciliationTexts as texts } from './reconciliation.texts.ts';

const refreshes = [listReconciliations, listDifferences, readWaiting];

/** The comparisons, newest first; the platform's administrators can start one. */
export function RunsCard() {
  const state = useTableState({ pageSize: RUNS_PER_PAGE, scope: 'r' });
  const runs = useApi(
    listReconciliations,
    { query: { limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <Card title={texts.runs} flush actions={runs.data?.may.includes('run') && <RunButton />}>
      <DataTable
        name="reconciliations"
        label={texts.runs}
        page={runs}
        state={state}
        columns={runColumns}
        rowName={({ id }) => texts.runName(id)}
        texts={{ loading: texts.runsLoading }}
        emptyHint={texts.noRuns}
      />
    </Card>
  );
}

function RunButton() {
  const notices = useNotices();
  const command = useCommand(runReconciliation, {
    refreshes,
    onDone: ({ state, message, differences }) => {
      if (state === 'failed') notices.error(message);
      else notices.success(texts.runDone(texts.total(formatCount(differences))));
    },
    onRefused: ({ message }) => notices.error(message),
  });
  return (
    <Button busy={command.busy} onClick={() => void command.run({})}>
      {texts.run}
    </Button>
  );
}
