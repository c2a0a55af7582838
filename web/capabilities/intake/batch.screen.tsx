import {
  addBatchVials,
  type BatchDetails,
  closeBatch,
  listBatches,
  readBatch,
  recordBatchLot,
} from '@vialkeep/contract/batches.ts';
import { LABELS_AT_ONCE } from '@vialkeep/contract/bench.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchFields, BenchNote, BenchTextField, parseTypedNumber } from '../../components/bench/bench-fields.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { PrintLabels } from '../../components/bench/labels/print-labels.modal.tsx';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { today } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { BatchResults } from './batch-results.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';
import { useIntakeLab } from './use-intake-lab.ts';

const texts = intakeTexts.batches;
const refreshes = [readBatch, listBatches];

/** One batch: its reagents by scan, its results, and the vials that were made from it. */
export function BatchScreen() {
  const lab = useIntakeLab();
  const said = useScanFeedback();
  const { id = '' } = usePathParams(addresses.benchBatch);
  const batch = useApi(readBatch, { params: { id }, query: lab.inQuery });
  return (
    <Screen
      title={batch.data ? texts.titleOf(formatBenchCode({ kind: 'batch', code: batch.data.code })) : texts.code}
      status={batch.data && describeBatch(batch.data)}
    >
      <ScanBand feedback={said.feedback} />
      <Loaded query={batch} loading={texts.loadingOne} failed={texts.failedOne}>
        {(shown) => (
          <>
            <BatchLots batch={shown} lab={lab} said={said} />
            <BatchResults batch={shown} lab={lab} said={said} />
            <BatchVials batch={shown} lab={lab} said={said} />
            {shown.state === 'open' && <EndBatch batch={shown} lab={lab} said={said} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type Props = BenchStep & { batch: BatchDetails };

function BatchLots({ batch, lab, said }: Props) {
  const ids = useScanIds();
  const inOrder = useInOrder();
  const add = useCommand(recordBatchLot, {
    refreshes,
    onDone: ({ lots }) => {
      ids.confirm();
      said.showRight(texts.lotUsed(lots.at(-1)?.lot ?? ''));
    },
    onRefused: said.showFailure,
  });
  const scan = ({ text, input }: Scan) => {
    const act = { ...lab.inBody, input, text };
    inOrder(async () => {
      await add.run({ params: { id: String(batch.id) }, body: { ...act, scan_id: ids.idFor(act) } });
    });
  };
  return (
    <Card title={texts.lots}>
      {batch.state === 'open' && <ScanInput onScan={scan} busy={add.busy} />}
      {batch.lots.length === 0 ? (
        <p className={classes.lead}>{texts.noLots}</p>
      ) : (
        <ul className={classes.codes}>
          {batch.lots.map(({ id, name, lot }) => (
            <li key={id}>
              {name}, {lot}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** New vials go straight to their labels. */
function BatchVials({ batch, lab, said }: Props) {
  const [quantity, setQuantity] = useState('');
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  const [date, setDate] = useState(today());
  const ids = useScanIds();
  const add = useCommand(addBatchVials, {
    refreshes,
    onDone: ({ codes }) => {
      ids.confirm();
      said.showRight(texts.vialsAdded(codes.length));
      setQuantity('');
      setPrinting(codes);
    },
    onRefused: said.showFailure,
  });
  const problems = add.refusal?.fields ?? {};
  const save = () => {
    const act = { ...lab.inBody, input: 'typed' as const, quantity: parseTypedNumber(quantity) ?? 0, date };
    void add.run({ params: { id: String(batch.id) }, body: { ...act, scan_id: ids.idFor(act) } });
  };
  const printed = (words: string) => {
    setPrinting(null);
    said.showRight(words);
  };
  return (
    <Card title={texts.vials}>
      {batch.state === 'open' && (
        <>
          <BenchFields>
            <BenchTextField
              label={texts.quantity}
              inputMode="numeric"
              value={quantity}
              onChange={setQuantity}
              problem={problems['quantity']}
            />
            <BenchTextField
              label={texts.madeOn}
              type="date"
              value={date}
              onChange={setDate}
              problem={problems['date']}
            />
          </BenchFields>
          <BenchActions>
            <BenchButton kind="primary" busy={add.busy} onClick={save}>
              {texts.addVials}
            </BenchButton>
          </BenchActions>
        </>
      )}
      <ul className={classes.codes}>
        {batch.vial_codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {batch.vial_codes.length > 0 && (
        <BenchActions>
          <BenchButton onClick={() => setPrinting(batch.vial_codes.slice(0, LABELS_AT_ONCE))}>
            {texts.printLabels}
          </BenchButton>
        </BenchActions>
      )}
      <PrintLabels codes={printing} onDone={printed} onClose={() => setPrinting(null)} />
    </Card>
  );
}

function EndBatch({ batch, lab, said }: Props) {
  const [reason, setReason] = useState('');
  const end = useCommand(closeBatch, {
    refreshes,
    onDone: (_, { body }) => said.showRight(texts.closed[body.outcome]),
    onRefused: said.showFailure,
  });
  const close = (outcome: 'closed' | 'failed') =>
    void end.run({ params: { id: String(batch.id) }, body: { ...lab.inBody, outcome, reason } });
  return (
    <Card title={texts.close}>
      <div className={classes.steps}>
        <BenchNote
          label={texts.closeReason}
          value={reason}
          onChange={setReason}
          problem={end.refusal?.fields['reason']}
          maxLength={1_000}
        />
        <BenchActions>
          <BenchButton busy={end.busy} onClick={() => close('closed')}>
            {texts.close}
          </BenchButton>
          <BenchButton kind="danger" disabled={end.busy} onClick={() => close('failed')}>
            {texts.fail}
          </BenchButton>
        </BenchActions>
      </div>
    </Card>
  );
}

function describeBatch({ patient, passage, state }: BatchDetails): string {
  return `${patient.name}, ${texts.passage} ${passage}, ${texts.states[state]}`;
}
