import { useNavigate } from '@tanstack/react-router';
import { lookUpScan } from '@vialkeep/contract/bench.ts';
import { parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { vialToSend } from '@vialkeep/contract/named-vial.ts';
import { readPlace } from '@vialkeep/contract/places.ts';
import {
  listVialOrders,
  packOrderVial,
  pickOrderVial,
  readTrackingNumber,
  readVialOrder,
  reportLostVial,
  type VialOrder,
} from '@vialkeep/contract/vial-orders.ts';
import { useEffect, useRef, useState } from 'react';
import type { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import type { Scan } from '../../components/bench/scan-input.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { call } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { orderTexts as texts } from './orders.texts.ts';

export const orderRefreshes = [readVialOrder, listVialOrders, readPlace];

export type OrderStep = 'pick' | 'pack';

export type Said = ReturnType<typeof useScanFeedback>;

/** The barcode on the carrier's label. */
const TRACKING = /^\d{12,34}$/;

/** Vials are picked until every reserved one is; then each is scanned a second time. */
export function stepOf({ vials }: Pick<VialOrder, 'vials'>): OrderStep {
  return vials.some(({ picked }) => !picked) ? 'pick' : 'pack';
}

type Scans = { readonly order: VialOrder; readonly said: Said; readonly onTracking: (number: string) => void };

/** The scans of an order's page: a vial is picked or packed, another order opens, a parcel's number is read. */
export function useOrderScans({ order, said, onTracking }: Scans) {
  const lab = useBenchLab();
  const navigate = useNavigate();
  const inOrder = useInOrder();
  const ids = useScanIds();
  const [chosen, setChosen] = useState<OrderStep | null>(null);
  const step = chosen ?? stepOf(order);
  // Scans come faster than pages are drawn: each one follows from the answer to the one before it.
  const current = useRef(step);
  useEffect(() => {
    current.current = step;
  }, [step]);
  const options = { refreshes: orderRefreshes, onRefused: said.showFailure };
  const picking = useCommand(pickOrderVial, options);
  const packing = useCommand(packOrderVial, options);
  const losing = useCommand(reportLostVial, options);
  const params = { id: String(order.id) };

  const takeVial = async (vial_code: string, input: Scan['input']) => {
    const act = { ...lab.inBody, input, vial_code };
    const made = current.current;
    const body = { ...act, scan_id: ids.idFor({ ...act, made, order: order.id }) };
    const answer = await (made === 'pick' ? picking : packing).run({ params, body });
    if (!answer) return;
    ids.confirm();
    said.showRight(made === 'pick' ? texts.picked(vial_code) : texts.packed(vial_code));
    if (made === 'pick' && stepOf(answer) === 'pack') {
      setChosen(null);
      current.current = 'pack';
    }
  };

  const openOrder = async (text: string) => {
    try {
      const thing = await call(lookUpScan, { body: { ...lab.inBody, text } });
      if (thing.kind !== 'order' || thing.id === null) return said.showWrong(thing.title);
      await navigate(linkTo(addresses.benchOrder, { id: thing.id }, lab.inLink));
    } catch (thrown) {
      said.showFailure(failureOf(thrown));
    }
  };

  return {
    step,
    choose: setChosen,
    busy: picking.busy || packing.busy || losing.busy,
    judge: ({ text, input }: Scan) =>
      inOrder(async () => {
        const code = parseBenchCode(text);
        const vial = vialToSend(text);
        if (code?.kind === 'order') await openOrder(text);
        else if (TRACKING.test(text.trim())) {
          const number = readTrackingNumber(text);
          onTracking(number);
          said.showRight(texts.numberRead(number));
        } else if (vial !== null) await takeVial(vial, input);
        else said.showWrong(texts.notVial);
      }),
    lose: (vial_code: string) =>
      inOrder(async () => {
        const act = { ...lab.inBody, input: 'typed' as const, vial_code };
        const body = { ...act, scan_id: ids.idFor({ ...act, made: 'lose', order: order.id }) };
        if (!(await losing.run({ params, body }))) return;
        ids.confirm();
        said.showRight(texts.lost(vial_code));
      }),
  };
}
