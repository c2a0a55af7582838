import { IconPencil, IconPrinter } from '@tabler/icons-react';
import { listCustody } from '@vialkeep/contract/custody.ts';
import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import { useState } from 'react';
import { CustodyTimeline } from '../../../components/sample/custody-timeline.tsx';
import { StageTrack } from '../../../components/sample/stage-track.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { UnsavedContext } from '../../../kernel/navigation/unsaved.ts';
import { useCurrentSession, useMay } from '../../../kernel/session/current-session.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { today } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { Tabs } from '../../../ui/navigation/tabs.tsx';
import { useLeaveQuestion } from '../../../ui/overlays/unsaved-changes-dialog.tsx';
import { chainOfCustody } from './chain-of-custody.ts';
import { headLine, patientName } from './head-line.ts';
import { PatientSheet } from './patient-sheet.tsx';
import { ProcessingTab } from './processing-tab.tsx';
import classes from './record.module.css';
import { recordTexts } from './record.texts.ts';
import { RecordParts, ThePart, useParts } from './record-parts.tsx';
import { useTab } from './use-tab.ts';

const texts = recordTexts.page;

/** The sample's stage, then the record in tabs; printing shows the summary sheet. */
export function PatientPage({ record }: { record: PatientRecord }) {
  const parts = useParts('tab');
  const [isEditing, setEditing] = useState(false);
  const hasOverview = useHasOverview();
  const { tab, open } = useTab([...(hasOverview ? ['overview'] : []), 'processing', ...parts.map(({ name }) => name)]);
  const { scope, leave, question } = useLeaveQuestion();
  const mayEdit = record.may.includes('change_processing');

  function show(name: string) {
    setEditing(false);
    open(name);
  }

  return (
    <>
      <div className={classes.onScreen}>
        <Screen
          title={patientName(record)}
          status={headLine(record)}
          actions={
            <>
              <Button icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
                {texts.print}
              </Button>
              {mayEdit && !(isEditing && tab === 'processing') && (
                <Button
                  kind="primary"
                  icon={<IconPencil size={16} aria-hidden />}
                  onClick={() =>
                    leave(() => {
                      open('processing');
                      setEditing(true);
                    })
                  }
                >
                  {texts.edit}
                </Button>
              )}
            </>
          }
        >
          <Card title={texts.where}>
            <Track record={record} />
          </Card>
          <UnsavedContext value={scope}>
            <Tabs
              label={texts.tabs}
              at={tab}
              onChange={(name) => leave(() => show(name))}
              tabs={[
                ...(hasOverview
                  ? [{ name: 'overview', title: texts.overview, content: <Overview record={record} /> }]
                  : []),
                {
                  name: 'processing',
                  title: texts.processing,
                  content: (
                    <ProcessingTab
                      record={record}
                      isEditing={isEditing}
                      onCancel={() => leave(() => setEditing(false))}
                      onDone={() => setEditing(false)}
                    />
                  ),
                },
                ...parts.map((part) => ({
                  name: part.name,
                  title: part.title,
                  content: <ThePart part={part} patientId={record.id} />,
                })),
              ]}
            />
          </UnsavedContext>
          {question}
        </Screen>
      </div>
      <PatientSheet record={record} />
    </>
  );
}

function Track({ record }: { record: PatientRecord }) {
  const times = record.number_times_qc_done;
  return (
    <StageTrack
      patient={record}
      today={today()}
      audience="staff"
      notes={times ? { plating: texts.qc(times) } : undefined}
    />
  );
}

/** False for users who can read neither the chain of custody nor any part of the overview. */
function useHasOverview(): boolean {
  const session = useCurrentSession();
  const parts = useParts('overview');
  return session === null || parts.length > 0 || session.may.includes('custody.read');
}

function Overview({ record }: { record: PatientRecord }) {
  const mayReadChain = useMay('custody.read');
  return (
    <div className={classes.overview}>
      <div className={classes.parts}>
        <RecordParts place="overview" patientId={record.id} />
      </div>
      {mayReadChain && (
        <Card title={texts.custody}>
          <Chain record={record} />
        </Card>
      )}
    </div>
  );
}

function Chain({ record }: { record: PatientRecord }) {
  const events = useApi(listCustody, { params: { id: record.id } });
  const reader = useUser().id === record.id ? 'patient' : 'staff';
  return (
    <Loaded query={events} loading={texts.custodyLoading} failed={texts.custodyFailed}>
      {(chain) => <CustodyTimeline items={chainOfCustody(chain, record, today(), reader)} />}
    </Loaded>
  );
}
