import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { stageOf } from '@vialkeep/contract/stage.ts';
import { StageTrack } from '../../../components/sample/stage-track.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { today } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from './record.module.css';
import { recordTexts } from './record.texts.ts';
import { sampleSentence } from './sample-labels.ts';

const texts = recordTexts.sample;

/** The patient's own sample, on the patient's dashboard. */
export function PatientSample() {
  const { id } = useUser();
  const record = useApi(readPatientRecord, { params: { id } });
  return (
    <Card title={texts.title}>
      <Loaded query={record} loading={texts.loading} failed={texts.failed}>
        {(sample) => (
          <>
            <p className={classes.sentence}>{sampleSentence(sample, today())}</p>
            <StageTrack patient={sample} today={today()} audience="patient" />
            {stageOf(sample, today()).stage === 'sterility' && (
              <details className={classes.question}>
                <summary>{texts.whatHappens}</summary>
                <p>{texts.happens}</p>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
