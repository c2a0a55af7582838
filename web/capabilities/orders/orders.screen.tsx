import { useNavigate } from '@tanstack/react-router';
import { lookUpScan } from '@vialkeep/contract/bench.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { type ListedVialOrder, listVialOrders, ORDERS_PER_PAGE } from '@vialkeep/contract/vial-orders.ts';
import { useState } from 'react';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { call } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dayColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './orders.module.css';
import { ordersTexts as texts } from './orders.texts.ts';

const fixed = { sort: false } as const;
const tones = {
  unpaid: 'waiting',
  waiting: 'waiting',
  ready: 'moving',
  picking: 'moving',
  packed: 'moving',
  shipped: 'done',
  delivered: 'done',
  cancelled: 'failed',
} as const;

const columns = [
  textColumn<ListedVialOrder>(texts.order, nameOrder, fixed),
  textColumn<ListedVialOrder>(texts.patient, ({ patient }) => patient.name, fixed),
  statusColumn<ListedVialOrder>(texts.state, ({ state }) => ({ text: texts.states[state], tone: tones[state] }), fixed),
  textColumn<ListedVialOrder>(texts.vials, ({ reserved, quantity }) => texts.counted(reserved, quantity), fixed),
  dayColumn<ListedVialOrder>(texts.shipOn, ({ ship_on }) => ship_on, { ...fixed, priority: 2 }),
];

/** The orders of the lab, the oldest first. A scan of an order or of one of its vials opens it. */
export function OrdersScreen() {
  const lab = useBenchLab();
  const { feedback, lookUp, busy } = useOrderLookUp();
  const state = useTableState({ pageSize: ORDERS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const show = state.filters.show === 'ended' ? 'ended' : 'open';
  const paging = { limit: state.pageSize, offset: state.offset };
  const orders = useApi(listVialOrders, { query: { ...lab.inQuery, show, ...paging } }, { keepPrevious: true });
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={feedback} />
      <Card>
        <ScanInput onScan={lookUp} busy={busy} />
        <p className={classes.said}>{texts.lead}</p>
      </Card>
      <Card title={texts.title} flush>
        <DataTable
          name="orders"
          label={texts.title}
          page={orders}
          state={state}
          columns={columns}
          rowName={(order) => texts.rowName(nameOrder(order))}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filters={[
            {
              key: 'show',
              label: texts.show,
              options: [
                { value: 'open', label: texts.showOpen },
                { value: 'ended', label: texts.showEnded },
              ],
            },
          ]}
          summary={orders.data && texts.total(formatCount(orders.data.count))}
          rowInline={(order) => (
            <LinkButton to={linkTo(addresses.benchOrder, { id: order.id }, lab.inLink)}>
              {texts.open(nameOrder(order))}
            </LinkButton>
          )}
        />
      </Card>
    </Screen>
  );
}

function useOrderLookUp() {
  const lab = useBenchLab();
  const navigate = useNavigate();
  const inOrder = useInOrder();
  const { feedback, showWrong, showFailure } = useScanFeedback();
  const [busy, setBusy] = useState(false);
  const lookUpNow = async ({ text }: Scan) => {
    setBusy(true);
    try {
      const thing = await call(lookUpScan, { body: { ...lab.inBody, text } });
      const isOrder = thing.next.includes('open_order');
      const id = thing.order_id ?? thing.id;
      if (isOrder && id !== null) await navigate(linkTo(addresses.benchOrder, { id }, lab.inLink));
      else showWrong(texts.noOrder);
    } catch (thrown) {
      showFailure(failureOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { feedback, busy, lookUp: (scan: Scan) => inOrder(() => lookUpNow(scan)) };
}

function nameOrder({ code }: Pick<ListedVialOrder, 'code'>): string {
  return formatBenchCode({ kind: 'order', code });
}
