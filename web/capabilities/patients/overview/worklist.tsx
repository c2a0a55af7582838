import { SimpleGrid } from '@mantine/core';
import { type ListedPatient, listLabPatients } from '@vialkeep/contract/patients.ts';
import type { Stage } from '@vialkeep/contract/stage.ts';
import { useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { shownName } from '../../../kernel/session/shown-name.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatCount, today } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { patientNumber } from '../lists/patient-labels.ts';
import classes from './overview.module.css';
import { overviewTexts } from './overview.texts.ts';
import { SampleLine } from './sample-line.tsx';
import { arriving, sterilityEnding, toPlate, type WorkItem } from './worklist-items.ts';

const texts = overviewTexts.worklist;

/** The page size of the call. */
const LOOKED_AT = 100;
const SHOWN = 5;

/** A lab's worklist: arriving samples, samples to plate, tests that end. */
export function Worklist() {
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      <Column {...texts.arriving} stage="shipped" order={arriving} line={({ day }) => texts.arriving.line(day)} />
      <Column {...texts.toPlate} stage="received" order={toPlate} line={({ day }) => texts.toPlate.line(day)} />
      <Column
        {...texts.ending}
        stage="sterility"
        order={(patients) => sterilityEnding(patients, today())}
        line={({ day, overdue }) => (overdue && day ? texts.ending.ended(day) : texts.ending.line(day))}
      />
    </SimpleGrid>
  );
}

type Props = {
  title: string;
  none: string;
  stage: Stage;
  order: (patients: readonly ListedPatient[]) => WorkItem[];
  line: (item: WorkItem) => string;
};

function Column({ title, none, stage, order, line }: Props) {
  const samples = useApi(listLabPatients, { query: { stage, limit: LOOKED_AT } });
  const isPart = samples.data !== undefined && samples.data.count > samples.data.results.length;
  return (
    <Card title={title} note={isPart && texts.partly(formatCount(samples.data.count))}>
      <Loaded
        query={samples}
        loading={texts.loading}
        failed={texts.couldNotLoad}
        skeleton={<div className={classes.columnRoom} />}
      >
        {({ results }) => <Items items={order(results)} none={none} line={line} />}
      </Loaded>
    </Card>
  );
}

function Items({ items, none, line }: { items: readonly WorkItem[] } & Pick<Props, 'none' | 'line'>) {
  const [all, setAll] = useState(false);
  const hidden = useNamesHidden();
  if (items.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <>
      <ul className={classes.work}>
        {(all ? items : items.slice(0, SHOWN)).map((item) => (
          <li key={item.patient.id}>
            <SampleLine
              id={item.patient.id}
              name={`${patientNumber(item.patient)} ${shownName(`${item.patient.first_name} ${item.patient.last_name}`, hidden)}`}
              words={line(item)}
              tone={item.overdue ? 'waiting' : undefined}
            />
          </li>
        ))}
      </ul>
      {items.length > SHOWN && (
        <Button kind="quiet" size="xs" onClick={() => setAll(!all)}>
          {all ? overviewTexts.showFewer : overviewTexts.showAll(formatCount(items.length))}
        </Button>
      )}
    </>
  );
}
