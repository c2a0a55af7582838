import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { type OrderedVial, readVialOrder, type VialOrderDetails } from '@vialkeep/contract/vial-orders.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { ScanInput } from '../../components/bench/scan-input.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { OrderBox } from './order-box.tsx';
import { OrderParcel } from './order-parcel.tsx';
import classes from './orders.module.css';
import { orderTexts as texts } from './orders.texts.ts';
import { type OrderStep, type Said, useOrderScans } from './use-order-scans.ts';

/** One order: its next vial in large type, its vials, and its parcel. */
export function OrderScreen() {
  const lab = useBenchLab();
  const said = useScanFeedback();
  const { id = '' } = usePathParams(addresses.benchOrder);
  const order = useApi(readVialOrder, { params: { id }, query: lab.inQuery });
  const shown = order.data;
  return (
    <Screen
      title={shown ? texts.titleOf(formatBenchCode({ kind: 'order', code: shown.code })) : texts.title}
      status={shown && texts.about(shown.patient.name, shown.quantity, shown.state)}
    >
      <ScanBand feedback={said.feedback} />
      <Loaded query={order} loading={texts.loading} failed={texts.failed}>
        {(details) => <OrderWork key={details.id} order={details} said={said} />}
      </Loaded>
    </Screen>
  );
}

function OrderWork({ order, said }: { order: VialOrderDetails; said: Said }) {
  const [tracking, setTracking] = useState(order.tracking_number);
  const scans = useOrderScans({ order, said, onTracking: setTracking });
  const isOpen = order.may.includes('cancel');
  return (
    <>
      {isOpen && <NextVial order={order} scans={scans} />}
      {order.to_put_back.length > 0 && (
        <Card title={texts.putBack}>
          <ul className={classes.codes}>
            {order.to_put_back.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </Card>
      )}
      <OrderParcel order={order} said={said} tracking={tracking} onTracking={setTracking} />
      <Card title={texts.list}>
        <VialsTable order={order} />
      </Card>
    </>
  );
}

type NextProps = { order: VialOrderDetails; scans: ReturnType<typeof useOrderScans> };

function NextVial({ order, scans }: NextProps) {
  const { step, choose, busy, judge, lose } = scans;
  const next = order.vials.find(({ picked, packed }) => (step === 'pick' ? !picked : picked && !packed));
  const done = order.vials.filter(({ picked, packed }) => (step === 'pick' ? picked : packed)).length;
  return (
    <Card>
      <ScanInput onScan={judge} busy={busy} />
      <div className={classes.work}>
        <div className={classes.next}>
          <p className={classes.said}>{next ? texts.next[step] : sayDone(step)}</p>
          {next && <p className={classes.large}>{next.code}</p>}
          {next && step === 'pick' && <p className={classes.said}>{sayPlace(next)}</p>}
          <p className={classes.progress}>
            {texts.progress[step]} {texts.of(done, order.quantity)}
          </p>
          {order.state === 'waiting' && (
            <p className={classes.said}>{texts.short(order.vials.length, order.quantity)}</p>
          )}
        </div>
        {next && step === 'pick' && <OrderBox vial={next} />}
      </div>
      <BenchActions>
        <BenchButton isPressed={step === 'pick'} onClick={() => choose('pick')}>
          {texts.pick}
        </BenchButton>
        <BenchButton isPressed={step === 'pack'} onClick={() => choose('pack')}>
          {texts.pack}
        </BenchButton>
        {next && step === 'pick' && (
          <BenchButton disabled={busy} onClick={() => lose(next.code)}>
            {texts.cannotFind}
          </BenchButton>
        )}
      </BenchActions>
    </Card>
  );
}

function sayDone(step: OrderStep): string {
  return step === 'pick' ? texts.allPicked : texts.allPacked;
}

function sayPlace({ box, label }: OrderedVial): string {
  return box === null || label === null ? texts.noPosition : texts.at(label, box.path.join(' · '));
}

function VialsTable({ order: { vials, state } }: { order: Pick<VialOrderDetails, 'vials' | 'state'> }) {
  const isSent = state === 'shipped' || state === 'delivered';
  if (vials.length === 0) return <p className={classes.said}>{texts.none}</p>;
  return (
    <table className={classes.table} aria-label={texts.list}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.vial}</th>
          <th scope="col">{texts.columns.place}</th>
          <th scope="col">{texts.columns.step}</th>
        </tr>
      </thead>
      <tbody>
        {vials.map((vial) => (
          <tr key={vial.code}>
            <th scope="row">{vial.code}</th>
            <td>{vial.box === null ? '' : `${vial.box.name}, ${vial.label}`}</td>
            <td>{texts.steps[isSent ? 'sent' : vial.packed ? 'packed' : vial.picked ? 'picked' : 'reserved']}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
