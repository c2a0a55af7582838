import { ARRIVALS_PER_PAGE, type Arrival, listArrivals } from '@vialkeep/contract/arrivals.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { useState } from 'react';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatListed } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dateTimeColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CorrectArrival } from './correct-arrival.modal.tsx';
import { intakeTexts } from './intake.texts.ts';
import { useIntakeLab } from './use-intake-lab.ts';

const texts = intakeTexts.arrivals;
const fixed = { sort: false } as const;
/** A code stands on one line. */
const CODE_WIDTH = 130;
const tones = { accepted: 'done', accepted_with_deviation: 'waiting', rejected: 'failed' } as const;

const columns = [
  textColumn<Arrival>(texts.patient, ({ patient }) => patient.name, fixed),
  textColumn<Arrival>(
    texts.kit,
    ({ kit_code, kit_fault }) => {
      if (kit_code === null) return '';
      const name = formatBenchCode({ kind: 'kit', code: kit_code });
      return kit_fault === null ? name : `${name}, ${texts.kitFaults[kit_fault]}`;
    },
    { ...fixed, width: CODE_WIDTH },
  ),
  dateTimeColumn<Arrival>(texts.arrivedAt, ({ arrived_at }) => arrived_at, fixed),
  statusColumn<Arrival>(
    texts.decision,
    ({ decision, earlier }) => ({
      text: earlier.length > 0 ? `${texts.decided[decision]}, ${texts.wasCorrected}` : texts.decided[decision],
      tone: tones[decision],
    }),
    fixed,
  ),
  textColumn<Arrival>(texts.why, ({ reason }) => reason, { ...fixed, priority: 3 }),
  textColumn<Arrival>(texts.operator, ({ operator }) => operator ?? '', { ...fixed, priority: 3 }),
];

/** What arrived at the lab, and the way to the next inspection. */
export function ArrivalsScreen() {
  const lab = useIntakeLab();
  const said = useScanFeedback();
  const [wrong, setWrong] = useState<Arrival | null>(null);
  const state = useTableState({ pageSize: ARRIVALS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const query = { ...lab.inQuery, limit: state.pageSize, offset: state.offset };
  const arrivals = useApi(listArrivals, { query }, { keepPrevious: true });
  return (
    <Screen
      title={texts.title}
      actions={
        <LinkButton kind="primary" to={linkTo(addresses.benchNewArrival, {}, lab.inLink)}>
          {texts.inspect}
        </LinkButton>
      }
    >
      <ScanBand feedback={said.feedback} />
      <Card title={texts.title} flush>
        <DataTable
          name="arrivals"
          label={texts.title}
          page={arrivals}
          state={state}
          columns={columns}
          rowName={({ id }) => texts.rowName(id)}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          summary={arrivals.data && texts.total(formatListed(arrivals.data.count))}
          rowInline={(arrival) => (
            <>
              {arrival.decision !== 'rejected' && (
                <LinkButton
                  to={linkTo(
                    addresses.benchBatches,
                    {},
                    { ...lab.inLink, arrival: arrival.id, patient: arrival.patient.id },
                  )}
                >
                  {texts.openBatch}
                  <span className="visually-hidden"> {texts.rowName(arrival.id)}</span>
                </LinkButton>
              )}
              <Button onClick={() => setWrong(arrival)}>
                {texts.correct}
                <span className="visually-hidden"> {texts.rowName(arrival.id)}</span>
              </Button>
            </>
          )}
        />
      </Card>
      {wrong && <CorrectArrival arrival={wrong} lab={lab} said={said} onClose={() => setWrong(null)} />}
    </Screen>
  );
}
