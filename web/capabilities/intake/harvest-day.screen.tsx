import { formatBenchCode, parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { HARVESTS_PER_PAGE, type Harvest, listHarvests, recordHarvest } from '@vialkeep/contract/harvests.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listPatientOptionsOfCenter, listPatientOptionsOfReferralCenter } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import {
  BenchFields,
  BenchList,
  BenchNote,
  BenchTextField,
  parseTypedNumber,
} from '../../components/bench/bench-fields.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatListed } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { intakeTexts } from './intake.texts.ts';
import { formatLocalMoment, parseLocalMoment } from './moments.ts';

const texts = intakeTexts.harvest;

/** A clinic records that tissue was taken from a patient into a kit. */
export function HarvestDayScreen() {
  const said = useScanFeedback();
  const [patient, setPatient] = useState('');
  const [kit, setKit] = useState('');
  const [values, setValues] = useState(() => ({ at: formatLocalMoment(new Date()), volume: '', note: '' }));
  const [told, setTold] = useState<readonly string[]>([]);
  const record = useCommand(recordHarvest, {
    refreshes: [listHarvests],
    onDone: ({ harvest, sent_here, pending_consents }) => {
      said.showRight(texts.saved(nameKit(harvest.kit_code)));
      const pending = pending_consents.map((kind) => texts.consents[kind]).join(', ');
      setTold([...(sent_here ? [] : [texts.notSentHere]), ...(pending === '' ? [] : [texts.pending(pending)])]);
      setKit('');
      setPatient('');
      setValues({ at: formatLocalMoment(new Date()), volume: '', note: '' });
    },
    onRefused: said.showFailure,
  });
  const problems = record.refusal?.fields ?? {};
  const set = (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed }));
  const scan = ({ text }: Scan) => {
    const code = parseBenchCode(text);
    if (code?.kind !== 'kit') return said.showWrong(intakeTexts.noCode);
    setKit(code.code);
    said.showRight(nameKit(code.code));
  };
  const save = () => {
    const patient_id = UserId.safeParse(Number(patient));
    if (!patient_id.success) return said.showWrong(texts.choosePatient);
    if (kit === '') return said.showWrong(texts.noKit);
    void record.run({
      body: {
        patient_id: patient_id.data,
        kit_code: kit,
        harvested_at: parseLocalMoment(values.at),
        volume_ml: parseTypedNumber(values.volume),
        note: values.note,
      },
    });
  };
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={said.feedback} />
      <Card title={texts.title}>
        <p className={classes.lead}>{texts.lead}</p>
        <div className={classes.steps}>
          <PatientList value={patient} onChange={setPatient} problem={problems['patient_id']} />
          <ScanInput onScan={scan} busy={record.busy} />
          <p className={classes.asked}>
            {texts.kit}: {kit === '' ? texts.noKit : nameKit(kit)}
          </p>
          <BenchFields>
            <BenchTextField
              label={texts.at}
              type="datetime-local"
              value={values.at}
              onChange={(at) => set({ at })}
              problem={problems['harvested_at']}
            />
            <BenchTextField
              label={texts.volume}
              inputMode="decimal"
              value={values.volume}
              onChange={(volume) => set({ volume })}
              problem={problems['volume_ml']}
            />
          </BenchFields>
          <BenchNote
            label={texts.note}
            value={values.note}
            onChange={(note) => set({ note })}
            problem={problems['note']}
            maxLength={1_000}
          />
          <BenchActions>
            <BenchButton kind="primary" busy={record.busy} onClick={save}>
              {texts.save}
            </BenchButton>
          </BenchActions>
          <div role="status">
            {told.map((words) => (
              <p key={words} className={classes.lead}>
                {words}
              </p>
            ))}
          </div>
        </div>
      </Card>
      <Harvests />
    </Screen>
  );
}

type PatientListProps = { value: string; onChange: (value: string) => void; problem: string | undefined };

function PatientList({ value, onChange, problem }: PatientListProps) {
  const { id, subscription } = useUser();
  const isReferral = subscription.id === Plan.referralCenter;
  const route = isReferral ? listPatientOptionsOfReferralCenter : listPatientOptionsOfCenter;
  const patients = useApi(route, { params: { id: String(id) }, query: {} });
  const options = (patients.data ?? []).map((option) => ({ value: String(option.value), label: option.label }));
  return (
    <BenchList
      label={texts.patient}
      value={value}
      onChange={onChange}
      problem={problem}
      options={[{ value: '', label: texts.choosePatient }, ...options]}
    />
  );
}

const fixed = { sort: false } as const;
const columns = [
  textColumn<Harvest>(texts.kit, ({ kit_code }) => nameKit(kit_code), fixed),
  textColumn<Harvest>(texts.patient, ({ patient }) => patient.name, fixed),
  dateTimeColumn<Harvest>(texts.at, ({ harvested_at }) => harvested_at, fixed),
  statusColumn<Harvest>(
    texts.state,
    ({ arrival_id }) =>
      arrival_id === null ? { text: texts.onTheWay, tone: 'moving' } : { text: texts.arrived, tone: 'done' },
    fixed,
  ),
];

function Harvests() {
  const state = useTableState({ pageSize: HARVESTS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const query = { limit: state.pageSize, offset: state.offset };
  const harvests = useApi(listHarvests, { query }, { keepPrevious: true });
  return (
    <Card title={texts.listTitle} flush>
      <DataTable
        name="harvests"
        label={texts.listTitle}
        page={harvests}
        state={state}
        columns={columns}
        rowName={({ kit_code }) => texts.rowName(nameKit(kit_code))}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        summary={harvests.data && texts.total(formatListed(harvests.data.count))}
      />
    </Card>
  );
}

function nameKit(code: string): string {
  return formatBenchCode({ kind: 'kit', code });
}
