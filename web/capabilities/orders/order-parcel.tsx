import {
  deliverVialOrder,
  makeOrderLabel,
  printPackingSlip,
  readOrderLabel,
  shipVialOrder,
  type VialOrderDetails,
} from '@vialkeep/contract/vial-orders.ts';
import { useState } from 'react';
import benchClasses from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchFields, BenchTextField } from '../../components/bench/bench-fields.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { fetchFile } from '../../kernel/api/api.ts';
import { type Failure, failureOf, Refused } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { download } from '../../ui/display/csv.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CancelOrder } from './cancel-order.modal.tsx';
import classes from './orders.module.css';
import { orderTexts as texts } from './orders.texts.ts';
import { orderRefreshes as refreshes, type Said } from './use-order-scans.ts';

type Props = {
  order: VialOrderDetails;
  said: Said;
  tracking: string;
  onTracking: (number: string) => void;
};

/** The address and papers of an order, its number at the carrier, and how it ends. */
export function OrderParcel({ order, said, tracking, onTracking }: Props) {
  return (
    <Card title={texts.parcel}>
      <div className={benchClasses.steps}>
        <div className={classes.lines}>
          {order.ship_to.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {order.ship_on !== null && <p>{texts.shipOn(formatDay(order.ship_on))}</p>}
          {order.tracking_number !== '' && (
            <p>
              {texts.tracking}: {order.tracking_number}
            </p>
          )}
          {order.shipment && <p>{order.shipment.words}</p>}
          {order.carrier_doubt !== null && <p role="alert">{order.carrier_doubt}</p>}
          {order.reason !== '' && <p>{order.reason}</p>}
        </div>
        {order.may.includes('ship') && (
          <ShipForm order={order} said={said} tracking={tracking} onTracking={onTracking} />
        )}
        <ParcelActions order={order} said={said} />
      </div>
    </Card>
  );
}

function ShipForm({ order, said, tracking, onTracking }: Props) {
  const lab = useBenchLab();
  const ids = useScanIds();
  const ship = useCommand(shipVialOrder, {
    refreshes,
    onDone: ({ entry }) => {
      ids.confirm();
      said.showRight(texts.shipped(entry.quantity));
    },
    onRefused: said.showFailure,
  });
  const packed = order.vials.filter((vial) => vial.packed).length;
  const send = (agreed: { quantity_agreed?: number } = {}) => {
    const act = {
      ...lab.inBody,
      input: 'typed' as const,
      tracking_number: tracking || order.tracking_number,
      ...agreed,
    };
    void ship.run({ params: { id: String(order.id) }, body: { ...act, scan_id: ids.idFor(act) } });
  };
  const isShort = isRefusedFor(ship.refusal, 'short');
  return (
    <>
      <BenchFields>
        <BenchTextField
          label={texts.tracking}
          value={tracking}
          onChange={onTracking}
          problem={ship.refusal?.fields['tracking_number']}
          maxLength={100}
        />
      </BenchFields>
      <BenchActions>
        <BenchButton kind="primary" busy={ship.busy} onClick={() => send()}>
          {texts.ship}
        </BenchButton>
        {isShort && (
          <BenchButton kind="danger" disabled={ship.busy} onClick={() => send({ quantity_agreed: packed })}>
            {texts.shipFewer(packed)}
          </BenchButton>
        )}
      </BenchActions>
    </>
  );
}

function isRefusedFor(failure: Failure | null, reason: string): boolean {
  return failure instanceof Refused && failure.reason === reason;
}

function ParcelActions({ order, said }: Pick<Props, 'order' | 'said'>) {
  const lab = useBenchLab();
  const [isCancelling, setCancelling] = useState(false);
  const params = { id: String(order.id) };
  const make = useCommand(makeOrderLabel, {
    refreshes,
    onDone: ({ tracking_number }) => said.showRight(texts.labelMade(tracking_number)),
    onRefused: said.showFailure,
  });
  const deliver = useCommand(deliverVialOrder, {
    refreshes,
    onDone: () => said.showRight(texts.delivered),
    onRefused: said.showFailure,
  });
  const save = async (paper: typeof printPackingSlip) => {
    try {
      const { name, content } = await fetchFile(paper, { params, query: lab.inQuery });
      download(name, content);
      said.showRight(texts.saved(name));
    } catch (thrown) {
      said.showFailure(failureOf(thrown));
    }
  };
  const mayAskAgain = order.carrier_doubt !== null || isRefusedFor(make.refusal, 'label_uncertain');
  const askLabel = () =>
    void make.run({ params, body: { ...lab.inBody, ...(mayAskAgain ? { has_looked: true } : {}) } });
  return (
    <BenchActions>
      {order.may.includes('make_label') && (
        <BenchButton busy={make.busy} onClick={askLabel}>
          {mayAskAgain ? texts.askAgain : texts.makeLabel}
        </BenchButton>
      )}
      {order.has_label && <BenchButton onClick={() => void save(readOrderLabel)}>{texts.label}</BenchButton>}
      {order.may.includes('print_slip') && (
        <BenchButton onClick={() => void save(printPackingSlip)}>{texts.slip}</BenchButton>
      )}
      {order.may.includes('deliver') && (
        <BenchButton
          kind="primary"
          busy={deliver.busy}
          onClick={() => void deliver.run({ params, body: { ...lab.inBody } })}
        >
          {texts.deliver}
        </BenchButton>
      )}
      {order.may.includes('cancel') && <BenchButton onClick={() => setCancelling(true)}>{texts.cancel}</BenchButton>}
      {isCancelling && <CancelOrder order={order} said={said} onClose={() => setCancelling(false)} />}
    </BenchActions>
  );
}
