import { type PassportStep, readVialPassport, type VialPassport } from '@vialkeep/contract/bench.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { useState } from 'react';
import { BenchActions, BenchButton, BenchLink } from '../../components/bench/bench-button.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { PrintLabels } from '../../components/bench/labels/print-labels.modal.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { benchStepLabels, type CustodyReader } from '../../components/sample/bench-step-labels.ts';
import type { TimelineEntry } from '../../components/sample/custody-entries.ts';
import { CustodyTimeline } from '../../components/sample/custody-timeline.tsx';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { useSession } from '../../kernel/session/session.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDateTime, formatDay } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { passportTexts as texts } from './bench.texts.ts';

/** One vial: what it is, where it is, and its whole way. */
export function PassportScreen() {
  const { code = '' } = usePathParams(addresses.vialPassport);
  const reader: CustodyReader = useSession()?.user.subscription.id === Plan.generalMember ? 'patient' : 'staff';
  const passport = useApi(readVialPassport, { params: { code } });
  const { feedback, showRight } = useScanFeedback();
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  const printed = (words: string) => {
    setPrinting(null);
    showRight(words);
  };
  return (
    <Screen title={texts.title(passport.data?.code ?? code)}>
      <ScanBand feedback={feedback} />
      <Loaded query={passport} loading={texts.loading} failed={texts.failed}>
        {(vial) => (
          <>
            <Card title={texts.about}>
              <Facts facts={vialFacts(vial, reader)} />
              {vial.may.includes('print_label') && (
                <BenchActions>
                  <BenchButton onClick={() => setPrinting([vial.code])}>{texts.print}</BenchButton>
                  {vial.state === 'stored' && <EndsOfVial vial={vial} />}
                </BenchActions>
              )}
            </Card>
            <Card title={texts.way}>
              <CustodyTimeline
                items={vial.steps.map((step, index) => entryOf(step, index, reader))}
                label={texts.way}
              />
            </Card>
          </>
        )}
      </Loaded>
      <PrintLabels codes={printing} onDone={printed} onClose={() => setPrinting(null)} />
    </Screen>
  );
}

/** The ways to the pages where a vial leaves quarantine, or the stock. */
function EndsOfVial({ vial: { code, held } }: { vial: VialPassport }) {
  const lab = useBenchLab();
  return (
    <>
      {held && (
        <BenchLink to={linkTo(addresses.benchRelease, {}, { ...lab.inLink, vial: code })}>{texts.release}</BenchLink>
      )}
      <BenchLink to={linkTo(addresses.benchDiscard, {}, { ...lab.inLink, vials: code })}>{texts.discard}</BenchLink>
    </>
  );
}

function vialFacts(vial: VialPassport, reader: CustodyReader) {
  const { old_code, patient, place, batch, order, added_on, shipped_on, tracking_id, may } = vial;
  const number = `#${patient.id}`;
  const position = place ? `${place.path.join(' · ')}, ${place.label}` : texts.noPosition;
  return [
    [texts.patient, patient.name === number ? number : `${number} ${patient.name}`],
    [texts.oldCode, old_code],
    [texts.state, stateWords(vial, reader)],
    [texts.position, may.includes('see_bench') && vial.state === 'stored' ? position : ''],
    [texts.batch, batch && texts.batchOf(batch.code, batch.passage)],
    [texts.order, order && formatBenchCode({ kind: 'order', code: order.code })],
    [texts.added, formatDay(added_on)],
    [texts.shipped, formatDay(shipped_on)],
    [texts.tracking, tracking_id],
  ] as const;
}

function stateWords({ state, held, hold_reason, reserved }: VialPassport, reader: CustodyReader): string {
  if (held && reader === 'patient') return texts.beingChecked;
  if (held) return hold_reason ? texts.holds[hold_reason] : texts.held;
  return reserved ? texts.reserved : texts.states[state];
}

function entryOf(step: PassportStep, index: number, reader: CustodyReader): TimelineEntry {
  const recorded = { id: index, source: 'recorded' as const, when: step.at };
  const operator = step.operator === null ? null : texts.by(step.operator);
  if (step.kind === 'place.moved') {
    return { ...recorded, kind: 'vials', title: texts.moved(step.place, step.from, step.to), who: operator };
  }
  const words: Readonly<Record<string, string>> = benchStepLabels[reader];
  const { signature } = step;
  return {
    ...recorded,
    kind: step.kind === 'vials.shipped' || step.kind === 'order.delivered' ? 'shipment' : 'vials',
    title: words[step.kind] ?? texts.stepsOfVials[step.kind] ?? step.kind,
    who: operator ?? step.who?.name ?? null,
    onBehalfOf: step.on_behalf_of?.name ?? null,
    details: signature && texts.signed(signature.printed_name, signature.meaning, formatDateTime(signature.signed_at)),
  };
}
