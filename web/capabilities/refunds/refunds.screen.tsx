import { listRefunds, REFUNDS_PER_PAGE, type Refund, RefundState } from '@vialkeep/contract/refunds.ts';
import { useState } from 'react';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { refundsTexts } from '../../components/refunds/refunds.texts.ts';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DecideRefund, type RefundDecision } from './decide-refund.modal.tsx';
import { refundColumns } from './refunds.columns.tsx';
import { refundListTexts as texts } from './refunds.texts.ts';

/** All refunds of the administrator's sites, with those that wait for a decision. */
export function RefundsScreen() {
  const state = useTableState({ pageSize: REFUNDS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [decision, setDecision] = useState<RefundDecision | null>(null);
  const refunds = useApi(
    listRefunds,
    { query: { state: state.filters.state, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <MoneyPage at="refunds" status={texts.lead}>
      <Card title={texts.title} flush>
        <DataTable
          name="refunds"
          label={texts.title}
          page={refunds}
          state={state}
          columns={refundColumns}
          rowName={formatRefundName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filters={[
            {
              key: 'state',
              label: texts.state,
              options: RefundState.options.map((value) => ({ value, label: refundsTexts.states[value] })),
            },
          ]}
          summary={refunds.data && texts.total(formatCount(refunds.data.count))}
          rowInline={(refund) =>
            refund.may.map((act) => (
              <Button
                key={act}
                size="xs"
                kind={act === 'approve' ? 'primary' : 'danger'}
                onClick={() => setDecision({ act, refund })}
              >
                {texts[act]}
                <span className="visually-hidden"> {formatRefundName(refund)}</span>
              </Button>
            ))
          }
        />
      </Card>
      <DecideRefund decision={decision} onClose={() => setDecision(null)} />
    </MoneyPage>
  );
}

function formatRefundName({ id }: Refund): string {
  return texts.rowName(id);
}
