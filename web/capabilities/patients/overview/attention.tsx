import { IconCheck } from '@tabler/icons-react';
import { type Attention, listAttention, MOST_ATTENTION } from '@vialkeep/contract/patient-overview.ts';
import { useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { shownName } from '../../../kernel/session/shown-name.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { patientNumber } from '../lists/patient-labels.ts';
import classes from './overview.module.css';
import { overviewTexts } from './overview.texts.ts';
import { SampleLine } from './sample-line.tsx';

const texts = overviewTexts.attention;
const SHOWN = 6;

/** Samples that need attention, most urgent first. */
export function AttentionList() {
  const attention = useApi(listAttention, {});
  return (
    <Loaded
      query={attention}
      loading={texts.waiting}
      failed={texts.couldNotLoad}
      skeleton={<div className={classes.attentionRoom} />}
    >
      {(things) => (things.length === 0 ? <NothingWaits /> : <Things things={things} />)}
    </Loaded>
  );
}

function Things({ things }: { things: readonly Attention[] }) {
  const [all, setAll] = useState(false);
  const hidden = useNamesHidden();
  const hasMore = things.length > SHOWN;
  return (
    <Card
      title={texts.title(things.length, MOST_ATTENTION)}
      actions={
        hasMore && (
          <Button kind="quiet" size="xs" onClick={() => setAll(!all)}>
            {all ? overviewTexts.showFewer : overviewTexts.showAll(String(things.length))}
          </Button>
        )
      }
    >
      <ul className={classes.things}>
        {(all ? things : things.slice(0, SHOWN)).map(({ kind, patient, since }) => (
          <li key={patient.id}>
            <SampleLine
              id={patient.id}
              name={
                patient.name ? `${patientNumber(patient)} ${shownName(patient.name, hidden)}` : patientNumber(patient)
              }
              words={texts.kinds[kind](since)}
              tone={kind === 'plating_failed' ? 'failed' : 'waiting'}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NothingWaits() {
  return (
    <Card>
      <p className={classes.calm}>
        <IconCheck size={18} stroke={1.8} aria-hidden />
        {texts.nothing}
      </p>
    </Card>
  );
}
