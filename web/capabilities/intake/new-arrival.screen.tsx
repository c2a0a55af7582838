import {
  type Arrival,
  type ArrivalDecision,
  formatTransit,
  type KitFault,
  listArrivals,
  recordArrival,
} from '@vialkeep/contract/arrivals.ts';
import { formatBenchCode, parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { type Harvest, listHarvests } from '@vialkeep/contract/harvests.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type Kit, listKits } from '@vialkeep/contract/kits.ts';
import { useEffect, useRef, useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton, BenchLink } from '../../components/bench/bench-button.tsx';
import { BenchFields, BenchProblem, BenchTextField, parseTypedNumber } from '../../components/bench/bench-fields.tsx';
import { BenchPhotos } from '../../components/bench/bench-photos.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useScanIds } from '../../components/bench/use-scan-ids.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { readAnew, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { type Inspected, InspectionNotes, InspectionQuestions, InspectionTimeFields } from './inspection-fields.tsx';
import { intakeTexts } from './intake.texts.ts';
import { formatLocalMoment, parseLocalMoment } from './moments.ts';
import { useIntakeLab } from './use-intake-lab.ts';

const texts = intakeTexts.arrivals;
const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

type Received = Inspected & { kit: string; patient: string; photos: readonly string[] };

const nothingInspected = (): Received => ({
  kit: '',
  patient: '',
  tracking: '',
  at: formatLocalMoment(new Date()),
  condition: null,
  indicator: null,
  temperature: '',
  identity: null,
  reason: '',
  photos: [],
});

/** One question a row, then the decision. A scan of the kit says whose tissue it is and how long it was under way. */
export function NewArrivalScreen() {
  const lab = useIntakeLab();
  const said = useScanFeedback();
  const [inspected, setInspected] = useState(nothingInspected);
  const [harvest, setHarvest] = useState<Harvest | null>(null);
  const [saved, setSaved] = useState<Arrival | null>(null);
  const ids = useScanIds();
  const input = useRef<Scan['input']>('typed');
  const set = (changed: Partial<Received>) => setInspected((before) => ({ ...before, ...changed }));
  const record = useCommand(recordArrival, {
    refreshes: [listArrivals, listHarvests],
    onDone: (arrival) => {
      ids.confirm();
      said.showRight(`${texts.decided[arrival.decision]}: ${arrival.patient.name}`);
      setSaved(arrival);
    },
    onRefused: said.showFailure,
  });
  const problems = record.refusal?.fields ?? {};

  const scan = async ({ text, input: by }: Scan) => {
    const code = parseBenchCode(text);
    if (code?.kind !== 'kit') return said.showWrong(intakeTexts.noCode);
    const name = formatBenchCode(code);
    try {
      const query = { ...lab.inQuery, kit_code: code.code };
      const [harvests, kits] = await Promise.all([
        readAnew(listHarvests, { query }),
        readAnew(listKits, { query: { ...lab.inQuery, code: code.code } }),
      ]);
      const [taken] = harvests.results;
      const [kit] = kits.results;
      if (!kit) return said.showWrong(intakeTexts.noCode);
      if (taken && taken.arrival_id !== null && !taken.may_arrive_again) {
        return said.showWrong(texts.arrivedAlready(name));
      }
      input.current = by;
      setSaved(null);
      setHarvest(taken ?? null);
      setInspected({ ...nothingInspected(), kit: code.code });
      const fault = findKitFault(kit, taken);
      if (fault) said.showWrong(texts.badKit[fault](name));
      else if (taken) said.showRight(texts.ofKit(name, taken.patient.name));
      else said.showWrong(texts.noHarvest(name));
    } catch (thrown) {
      said.showFailure(failureOf(thrown));
    }
  };

  // A kit that was scanned before this page was opened.
  const scannedBefore = useRef(lab.search.get('kit'));
  useEffect(() => {
    const text = scannedBefore.current;
    scannedBefore.current = null;
    if (text !== null) void scan({ text, input: 'typed' });
  });

  const decide = (decision: ArrivalDecision) => {
    const { kit, condition, indicator, identity } = inspected;
    const patient = UserId.safeParse(Number(inspected.patient));
    const isKnown = kit !== '' || patient.success;
    if (!isKnown || condition === null || indicator === null || identity === null) {
      return said.showWrong(texts.incomplete);
    }
    const act = {
      ...lab.inBody,
      input: input.current,
      ...(kit === '' ? {} : { kit_code: kit }),
      ...(patient.success && !harvest ? { patient_id: patient.data } : {}),
      tracking_number: inspected.tracking,
      arrived_at: parseLocalMoment(inspected.at),
      condition,
      indicator,
      temperature_c: parseTypedNumber(inspected.temperature),
      identity_matches: identity === 'yes',
      decision,
      reason: inspected.reason,
      photos: [...inspected.photos],
    };
    void record.run({ body: { ...act, scan_id: ids.idFor(act) } });
  };

  return (
    <Screen title={texts.newTitle} status={describeSubject(inspected.kit, harvest, inspected.at)}>
      <ScanBand feedback={said.feedback} />
      <Card title={texts.kit}>
        <p className={classes.lead}>{texts.scanLead}</p>
        <div className={classes.steps}>
          <ScanInput onScan={(scanned) => void scan(scanned)} busy={record.busy} />
          {inspected.kit !== '' && problems['kit_code'] && <BenchProblem>{problems['kit_code']}</BenchProblem>}
          <BenchFields>
            {!harvest && (
              <BenchTextField
                label={intakeTexts.patientNumber}
                inputMode="numeric"
                value={inspected.patient}
                onChange={(patient) => set({ patient })}
                problem={problems['patient_id'] ?? (inspected.kit === '' ? problems['kit_code'] : undefined)}
              />
            )}
            <InspectionTimeFields inspected={inspected} set={set} problems={problems} />
          </BenchFields>
        </div>
      </Card>
      <Card title={texts.decision}>
        <InspectionQuestions inspected={inspected} set={set} problems={problems} />
        <div className={classes.steps}>
          <InspectionNotes inspected={inspected} set={set} problems={problems} reason={texts.reason} />
          <BenchPhotos
            lab={lab}
            photos={inspected.photos}
            onAdded={(name) => setInspected((before) => ({ ...before, photos: [...before.photos, name] }))}
            problem={problems['photos']}
          />
          {saved ? (
            <Next saved={saved} inLink={lab.inLink} />
          ) : (
            <BenchActions>
              <BenchButton kind="primary" busy={record.busy} onClick={() => decide('accepted')}>
                {texts.decisions.accepted}
              </BenchButton>
              <BenchButton disabled={record.busy} onClick={() => decide('accepted_with_deviation')}>
                {texts.decisions.accepted_with_deviation}
              </BenchButton>
              <BenchButton kind="danger" disabled={record.busy} onClick={() => decide('rejected')}>
                {texts.decisions.rejected}
              </BenchButton>
            </BenchActions>
          )}
        </div>
      </Card>
    </Screen>
  );
}

/** Told before the inspection begins. A kit that was used in time may have expired on its way. */
function findKitFault({ state, lot }: Kit, taken: Harvest | undefined): KitFault | null {
  if (state === 'void') return 'void';
  if (lot.is_held) return 'held';
  return lot.is_expired && !taken ? 'expired' : null;
}

function Next({ saved, inLink }: { saved: Arrival; inLink: { lab?: number } }) {
  return (
    <BenchActions>
      {saved.decision !== 'rejected' && (
        <BenchLink
          kind="primary"
          to={linkTo(addresses.benchBatches, {}, { ...inLink, arrival: saved.id, patient: saved.patient.id })}
        >
          {texts.openBatch}
        </BenchLink>
      )}
    </BenchActions>
  );
}

/** 'Kit K-…, Ana Whitfield. In transit 31 h of 72 h' */
function describeSubject(kit: string, harvest: Harvest | null, at: string): string {
  if (kit === '') return '';
  const name = formatBenchCode({ kind: 'kit', code: kit });
  if (!harvest) return texts.noHarvest(name);
  const minutes = Math.floor((new Date(at).getTime() - Date.parse(harvest.harvested_at)) / MINUTE_MS);
  const transit = Number.isFinite(minutes)
    ? formatTransit(Math.max(minutes, 0), harvest.tissue_hours * HOUR_MINUTES)
    : texts.notJudged;
  return `${texts.ofKit(name, harvest.patient.name)}. ${transit}`;
}
