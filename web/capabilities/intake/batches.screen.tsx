import { useNavigate } from '@tanstack/react-router';
import { BATCHES_PER_PAGE, type Batch, BatchState, listBatches, openBatch } from '@vialkeep/contract/batches.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { ArrivalId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchFields, BenchTextField, parseTypedNumber } from '../../components/bench/bench-fields.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatListed } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dayColumn, numberColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';
import { useIntakeLab } from './use-intake-lab.ts';

const texts = intakeTexts.batches;
const fixed = { sort: false } as const;
const tones = { open: 'moving', closed: 'done', failed: 'failed' } as const;

const columns = [
  textColumn<Batch>(texts.code, nameBatch, fixed),
  textColumn<Batch>(texts.patient, ({ patient }) => patient.name, fixed),
  numberColumn<Batch>(texts.passage, ({ passage }) => passage, fixed),
  statusColumn<Batch>(texts.state, ({ state }) => ({ text: texts.states[state], tone: tones[state] }), fixed),
  dayColumn<Batch>(texts.openedOn, ({ opened_on }) => opened_on, { ...fixed, priority: 2 }),
  numberColumn<Batch>(texts.vials, ({ vials }) => vials, { ...fixed, priority: 2 }),
];

/** The batches of the lab, and a new one for tissue that was accepted. */
export function BatchesScreen() {
  const lab = useIntakeLab();
  const said = useScanFeedback();
  const state = useTableState({ pageSize: BATCHES_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const filter = BatchState.safeParse(state.filters.state);
  const query = {
    ...lab.inQuery,
    ...(filter.success ? { state: filter.data } : {}),
    limit: state.pageSize,
    offset: state.offset,
  };
  const batches = useApi(listBatches, { query }, { keepPrevious: true });
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={said.feedback} />
      <NewBatch lab={lab} said={said} />
      <Card title={texts.title} flush>
        <DataTable
          name="batches"
          label={texts.title}
          page={batches}
          state={state}
          columns={columns}
          rowName={(batch) => texts.rowName(nameBatch(batch))}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filters={[
            {
              key: 'state',
              label: texts.state,
              options: BatchState.options.map((value) => ({ value, label: texts.states[value] })),
            },
          ]}
          summary={batches.data && texts.total(formatListed(batches.data.count))}
          rowInline={(batch) => (
            <LinkButton to={linkTo(addresses.benchBatch, { id: batch.id }, lab.inLink)}>
              {texts.titleOf(nameBatch(batch))}
            </LinkButton>
          )}
        />
      </Card>
    </Screen>
  );
}

function NewBatch({ lab, said }: BenchStep) {
  const navigate = useNavigate();
  const [patient, setPatient] = useState(lab.search.get('patient') ?? '');
  const [passage, setPassage] = useState('');
  const arrival = ArrivalId.safeParse(Number(lab.search.get('arrival')));
  const open = useCommand(openBatch, {
    refreshes: [listBatches],
    onDone: (batch) => {
      said.showRight(texts.opened(nameBatch(batch)));
      void navigate(linkTo(addresses.benchBatch, { id: batch.id }, lab.inLink));
    },
    onRefused: said.showFailure,
  });
  const problems = open.refusal?.fields ?? {};
  const save = () => {
    const patient_id = UserId.safeParse(Number(patient));
    if (!patient_id.success) return said.showWrong(intakeTexts.patientNumber);
    const ofArrival = arrival.success ? { arrival_id: arrival.data } : {};
    const body = { ...lab.inBody, ...ofArrival, patient_id: patient_id.data, passage: parseTypedNumber(passage) ?? -1 };
    void open.run({ body });
  };
  return (
    <Card title={texts.open}>
      <BenchFields>
        <BenchTextField
          label={intakeTexts.patientNumber}
          inputMode="numeric"
          value={patient}
          onChange={setPatient}
          problem={problems['patient_id'] ?? problems['arrival_id']}
        />
        <BenchTextField
          label={texts.passage}
          inputMode="numeric"
          value={passage}
          onChange={setPassage}
          problem={problems['passage']}
        />
      </BenchFields>
      <BenchActions>
        <BenchButton kind="primary" busy={open.busy} onClick={save}>
          {texts.open}
        </BenchButton>
      </BenchActions>
    </Card>
  );
}

function nameBatch({ code }: Pick<Batch, 'code'>): string {
  return formatBenchCode({ kind: 'batch', code });
}
