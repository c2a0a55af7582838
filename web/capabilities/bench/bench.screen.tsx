import { lookUpScan, readBenchHome, type ScannedThing } from '@vialkeep/contract/bench.ts';
import { endShift } from '@vialkeep/contract/lab-policy.ts';
import { takeVial } from '@vialkeep/contract/places.ts';
import { useState } from 'react';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { PrintLabels } from '../../components/bench/labels/print-labels.modal.tsx';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { BeginShift, type ScannedBadge } from '../../components/bench/shift/begin-shift.modal.tsx';
import { shiftTexts } from '../../components/bench/shift/shift.texts.ts';
import { ShiftChip } from '../../components/bench/shift/shift-chip.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { call } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { benchHomeTexts as texts } from './bench.texts.ts';
import { LastAction } from './last-action.tsx';
import { QuarantineVial } from './quarantine-vial.modal.tsx';
import { type StepHandlers, ThingCard } from './thing-card.tsx';
import { Tiles } from './tiles.tsx';
import { useStepPages } from './use-step-pages.ts';

/** Other tablets change the counts, and the shift ends by itself. */
const BENCH_POLL_MS = 60_000;

/** The start of a lab's bench: a scan of anything, what waits, and the last action. */
export function BenchScreen() {
  const lab = useBenchLab();
  const home = useApi(readBenchHome, { query: lab.inQuery }, { everyMs: BENCH_POLL_MS });
  const { feedback, showRight, showFailure, ...bench } = useBenchScans();
  const printed = (words: string) => {
    bench.setPrinting(null);
    showRight(words);
  };
  const held = (words: string) => {
    bench.setHolding(null);
    showRight(words);
  };
  return (
    <Screen
      title={texts.title}
      actions={<LinkButton to={linkTo(addresses.benchOperators, {}, lab.inLink)}>{texts.operators}</LinkButton>}
    >
      <ScanBand feedback={feedback} />
      <Loaded query={home} loading={texts.loading} failed={texts.failed}>
        {(answer) => (
          <>
            <ShiftChip home={answer} onType={() => bench.setBadge({ code: '', name: '' })} onEnded={showRight} />
            <Card title={texts.scan}>
              <ScanInput onScan={bench.lookUp} busy={bench.isBusy} />
            </Card>
            {bench.thing && <ThingCard thing={bench.thing} handlers={bench.handlers} />}
            <Card title={texts.waits}>
              <Tiles tiles={answer.tiles} />
            </Card>
            <LastAction last={answer.last} onUndone={showRight} onRefused={showFailure} />
          </>
        )}
      </Loaded>
      <BeginShift badge={bench.badge} onBegun={bench.begin} onClose={() => bench.setBadge(null)} />
      {bench.holding !== null && (
        <QuarantineVial code={bench.holding} onDone={held} onClose={() => bench.setHolding(null)} />
      )}
      <PrintLabels codes={bench.printing} onDone={printed} onClose={() => bench.setPrinting(null)} />
    </Screen>
  );
}

/** Looks scans up one after the other, and opens what their next steps need. */
function useBenchScans() {
  const lab = useBenchLab();
  const ids = useScanIds();
  const inOrder = useInOrder();
  const { feedback, showRight, showWrong, showFailure } = useScanFeedback();
  const [thing, setThing] = useState<ScannedThing | null>(null);
  const [badge, setBadge] = useState<ScannedBadge | null>(null);
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  const [holding, setHolding] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(0);
  const ending = useCommand(endShift, { refreshes: [readBenchHome], onDone: () => showRight(shiftTexts.ended) });
  const askPin = ({ code, title }: ScannedThing) => setBadge({ code, name: title });
  const taking = useCommand(takeVial, {
    refreshes: [readBenchHome],
    onDone: ({ vial_code }) => {
      ids.confirm();
      setThing(null);
      showRight(texts.takenOut(vial_code));
    },
    onRefused: showFailure,
  });
  const take = ({ code: vial_code }: ScannedThing) => {
    const act = { ...lab.inBody, input: 'typed' as const, vial_code };
    void taking.run({ body: { ...act, scan_id: ids.idFor(act) } });
  };
  const handlers: StepHandlers = {
    ...useStepPages(),
    begin_shift: askPin,
    end_shift: () => void ending.run({ query: lab.inQuery }),
    take_vial: take,
    print_label: ({ code }) => setPrinting([code]),
    quarantine_vial: ({ code }) => setHolding(code),
  };

  async function lookUpNow({ text }: Scan): Promise<void> {
    try {
      const answer = await call(lookUpScan, { body: { ...lab.inBody, text } });
      setThing(answer);
      if (answer.kind === 'unknown') return showWrong([answer.title, ...answer.lines].join(' '));
      showRight(answer.title);
      if (answer.next.includes('begin_shift')) askPin(answer);
    } catch (thrown) {
      showFailure(failureOf(thrown));
    } finally {
      setWaiting((count) => count - 1);
    }
  }

  return {
    feedback,
    showRight,
    showFailure,
    thing: thing?.kind === 'unknown' ? null : thing,
    handlers,
    badge,
    setBadge,
    printing,
    setPrinting,
    holding,
    setHolding,
    isBusy: waiting > 0,
    lookUp: (scan: Scan) => {
      setWaiting((count) => count + 1);
      inOrder(() => lookUpNow(scan));
    },
    begin: (name: string) => {
      setBadge(null);
      setThing(null);
      showRight(shiftTexts.begun(name));
    },
  };
}
