import { listCustody } from '@vialkeep/contract/custody.ts';
import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import { listVials, type Vial } from '@vialkeep/contract/vials.ts';
import { CustodyTimeline } from '../../../components/sample/custody-timeline.tsx';
import { StageTrack } from '../../../components/sample/stage-track.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { displayedUser } from '../../../kernel/session/displayed-user.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { site } from '../../../kernel/site.ts';
import { usePrinting } from '../../../ui/data-table/state/use-printing.ts';
import { type Fact, Facts } from '../../../ui/display/facts.tsx';
import { formatDateTime, formatDay, today } from '../../../ui/display/formats.ts';
import { processLines } from '../form/process-labels.ts';
import { chainOfCustody } from './chain-of-custody.ts';
import { headLine, patientName } from './head-line.ts';
import { recordTexts } from './record.texts.ts';
import classes from './sheet.module.css';

const texts = recordTexts.sheet;

/** The printed record, the same for every open tab. */
export function PatientSheet({ record }: { record: PatientRecord }) {
  const isPrinting = usePrinting();
  const user = useUser();
  // Loaded in advance: the browser's print does not wait for requests.
  const events = useApi(listCustody, { params: { id: record.id } }, { enabled: useMay('custody.read') });
  const vials = useApi(listVials, { params: { userId: record.id } }, { enabled: useMay('vials.read') });
  if (!isPrinting) return null;
  return (
    <div className={classes.sheet}>
      <header className={classes.head}>
        <p className={classes.site}>
          {site.product} · {texts.title}
        </p>
        <h1>{patientName(record)}</h1>
        <p>{headLine(record)}</p>
        <p>{texts.printed(displayedUser(user).name, momentNow())}</p>
      </header>
      <section>
        <h2>{texts.where}</h2>
        <StageTrack patient={record} today={today()} audience="staff" />
      </section>
      <section>
        <h2>{texts.processing}</h2>
        <Facts facts={processLines(record).map(([label, value]): Fact => [label, value || recordTexts.form.none])} />
      </section>
      {vials.data && (
        <section>
          <h2>{texts.vials}</h2>
          {vials.data.length === 0 ? <p>{texts.noVials}</p> : <Vials vials={vials.data} />}
        </section>
      )}
      {events.data && (
        <section>
          <h2>{texts.custody}</h2>
          <CustodyTimeline
            items={chainOfCustody(events.data, record, today(), user.id === record.id ? 'patient' : 'staff')}
          />
        </section>
      )}
    </div>
  );
}

function momentNow(): string {
  return formatDateTime(new Date().toISOString());
}

function Vials({ vials }: { vials: readonly Vial[] }) {
  return (
    <table className={classes.vials}>
      <thead>
        <tr>
          {[texts.code, texts.state, texts.added, texts.shipped, texts.tracking].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {vials.map((vial) => (
          <tr key={vial.code}>
            <th scope="row">{vial.code}</th>
            <td>{texts.states[vial.state]}</td>
            <td>{formatDay(vial.added_on)}</td>
            <td>{formatDay(vial.shipped_on)}</td>
            <td>{vial.tracking_id}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
