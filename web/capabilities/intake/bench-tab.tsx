import { type Arrival, listArrivals } from '@vialkeep/contract/arrivals.ts';
import { type Batch, listBatches } from '@vialkeep/contract/batches.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { listVials, type Vial } from '@vialkeep/contract/vials.ts';
import type { ReactNode } from 'react';
import classes from '../../components/bench/bench.module.css';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import type { RecordPartProps } from '../../kernel/navigation/record-parts.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { formatCount, formatDateTime, formatDay } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { intakeTexts } from './intake.texts.ts';

const { tab: texts, arrivals, batches } = intakeTexts;
const MOST = '100';

/** What the bench knows of a patient: arrivals, batches and each vial, with the way to its page. */
export function BenchTab({ patientId }: RecordPartProps) {
  const query = { patient_id: String(patientId), limit: MOST };
  const arrived = useApi(listArrivals, { query });
  const processed = useApi(listBatches, { query });
  const vials = useApi(listVials, { params: { userId: patientId } });
  return (
    <>
      <Card title={arrivals.title}>
        <Loaded query={arrived} loading={arrivals.loading}>
          {({ results }) => <Lines lines={results.map(({ id, ...arrival }) => [id, describeArrival(arrival)])} />}
        </Loaded>
      </Card>
      <Card title={batches.title}>
        <Loaded query={processed} loading={batches.loading}>
          {({ results }) => <Lines lines={results.map((batch) => [batch.id, describeBatch(batch)])} />}
        </Loaded>
      </Card>
      <Card title={texts.vials}>
        <Loaded query={vials} loading={texts.loading}>
          {(all) => <Lines lines={all.map((vial) => [vial.code, describeVial(vial)])} />}
        </Loaded>
      </Card>
    </>
  );
}

function Lines({ lines }: { lines: readonly (readonly [key: string | number, words: ReactNode])[] }) {
  if (lines.length === 0) return <p className={classes.lead}>{texts.none}</p>;
  return (
    <ul className={classes.codes}>
      {lines.map(([key, words]) => (
        <li key={key}>{words}</li>
      ))}
    </ul>
  );
}

function describeArrival({ arrived_at, decision, kit_code, reason }: Omit<Arrival, 'id'>): string {
  const kit = kit_code === null ? '' : formatBenchCode({ kind: 'kit', code: kit_code });
  return [formatDateTime(arrived_at), arrivals.decided[decision], kit, reason].filter((word) => word !== '').join(', ');
}

function describeBatch({ id, code, passage, state, opened_on, vials }: Batch): ReactNode {
  return (
    <>
      <TextLink to={linkTo(addresses.benchBatch, { id })}>{formatBenchCode({ kind: 'batch', code })}</TextLink>
      {`, ${texts.batch(passage, batches.states[state], formatDay(opened_on), formatCount(vials))}`}
    </>
  );
}

function describeVial({ code, state, held, reserved }: Vial): ReactNode {
  const words = [texts.states[state], ...(held ? [texts.held] : []), ...(reserved ? [texts.reserved] : [])];
  return (
    <>
      <TextLink to={linkTo(addresses.vialPassport, { code })}>{code}</TextLink>
      {`, ${words.join(', ')}`}
    </>
  );
}
