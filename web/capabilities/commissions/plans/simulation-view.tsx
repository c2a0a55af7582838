import { type CommissionSimulation, readCommissionSimulation } from '@vialkeep/contract/commission-plans.ts';
import { levelNames } from '@vialkeep/contract/commission-words.ts';
import { useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDollars, formatMonth } from '../../../ui/display/formats.ts';
import { WaitingState } from '../../../ui/feedback/load-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { moneyColumn, textColumn } from '../../../ui/layout/columns.tsx';
import classes from '../commissions.module.css';
import { plansTexts } from './plans.texts.ts';

const texts = plansTexts.trial;
const POLL_MS = 1_000;
const ROWS_PER_PAGE = 12;

/** The result of a trial; it asks again until the trial is over. */
export function SimulationView({ id }: { id: number }) {
  const [isDone, setDone] = useState(false);
  const simulation = useApi(
    readCommissionSimulation,
    { params: { id } },
    { everyMs: isDone ? undefined : POLL_MS, onRead: ({ state }) => setDone(state === 'done') },
  );
  return (
    <Loaded query={simulation} loading={texts.running} failed={texts.failed}>
      {(answer) => (answer.state === 'done' ? <Result simulation={answer} /> : <WaitingState text={texts.running} />)}
    </Loaded>
  );
}

type Compared = CommissionSimulation['total'];
type Row = Compared & { id: string; name: string };

function Result({ simulation }: { simulation: CommissionSimulation }) {
  const { total, months, people, levels } = simulation;
  if (months.length === 0) return <p className={classes.lead}>{texts.none}</p>;
  return (
    <div className={classes.tables}>
      <section>
        <h3 className={classes.heading}>{texts.total}</h3>
        <Facts
          facts={[
            [texts.now, formatDollars(total.now)],
            [texts.withPlan, formatDollars(total.then)],
            [texts.difference, formatDollars(total.difference)],
          ]}
        />
      </section>
      <Compared
        name="months"
        title={texts.byMonth}
        label={texts.month}
        rows={months.map(({ month, ...compared }) => ({ ...compared, id: month, name: formatMonth(month) }))}
      />
      <Compared
        name="people"
        title={texts.byPerson}
        label={texts.person}
        rows={people.map(({ person, ...compared }) => ({ ...compared, id: String(person.id), name: person.name }))}
      />
      <Compared
        name="seats"
        title={texts.bySeat}
        label={texts.seat}
        rows={levels.map(({ level, ...compared }) => ({ ...compared, id: level, name: levelNames[level] }))}
      />
    </div>
  );
}

type ComparedProps = { name: string; title: string; label: string; rows: readonly Row[] };

/** What was earned, what the plan would have given, and the difference. */
function Compared({ name, title, label, rows }: ComparedProps) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <DataTable
        name={`trial-${name}`}
        scope={name}
        label={title}
        query={{ data: rows, isPending: false, isError: false, isFetching: false, refetch: () => undefined }}
        pageSize={ROWS_PER_PAGE}
        columns={columnsOf(label)}
        rowName={(row) => row.name}
        texts={{ loading: texts.running, empty: texts.none }}
      />
    </section>
  );
}

function columnsOf(label: string) {
  return [
    textColumn<Row>(label, ({ name }) => name, { sort: ({ id, name }) => (label === texts.month ? id : name) }),
    moneyColumn<Row>(texts.now, ({ now }) => now),
    moneyColumn<Row>(texts.withPlan, ({ then }) => then),
    moneyColumn<Row>(texts.difference, ({ difference }) => difference),
  ];
}
