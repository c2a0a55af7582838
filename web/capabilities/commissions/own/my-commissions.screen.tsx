import {
  COMMISSION_LINES_PER_PAGE,
  listOwnCommissions,
  type OwnCommissionLine,
} from '@vialkeep/contract/commissions.ts';
import { useState } from 'react';
import { Refused } from '../../../kernel/api/failure.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { AskModal } from './ask.modal.tsx';
import { BalanceCard } from './balance-card.tsx';
import { MonthsPlot } from './months-plot.tsx';
import { myCommissionsTexts as texts } from './my-commissions.texts.ts';
import { OwnLines } from './own-lines.tsx';
import { monthsToChoose } from './own-months.ts';
import { StatementCard } from './statement-card.tsx';

/** The commissions of the user: what is owed, twelve months, the lines and the statements. */
export function MyCommissionsScreen() {
  const state = useTableState({ pageSize: COMMISSION_LINES_PER_PAGE });
  const [asked, setAsked] = useState<OwnCommissionLine | null>(null);
  const { month, state: lineState } = state.filters;
  const own = useApi(
    listOwnCommissions,
    {
      query: {
        ...(month && { month }),
        ...(lineState && { state: lineState }),
        limit: state.pageSize,
        offset: state.offset,
      },
    },
    { keepPrevious: true },
  );
  const isOff = own.error instanceof Refused && own.error.status === 404;
  return (
    <Screen title={texts.title}>
      {isOff ? (
        <Card>
          <EmptyState title={texts.off} why={texts.offWhy} />
        </Card>
      ) : (
        <Loaded query={own} loading={texts.loading} failed={texts.failed}>
          {({ totals, months, first_month }) => (
            <>
              <BalanceCard totals={totals} />
              <MonthsPlot months={months} />
              <OwnLines own={own} state={state} onAsk={setAsked} />
              <StatementCard months={monthsToChoose({ months, first_month })} />
            </>
          )}
        </Loaded>
      )}
      <AskModal line={asked} onClose={() => setAsked(null)} />
    </Screen>
  );
}
