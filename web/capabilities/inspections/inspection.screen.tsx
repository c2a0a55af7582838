import { useLocation } from '@tanstack/react-router';
import { closeInspection, OpenInspection } from '@vialkeep/contract/inspections.ts';
import { useSyncExternalStore } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import {
  endInspectionSession,
  endMessage,
  onInspectionChange,
  storedInspection,
} from '../../kernel/session/inspection-session.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { EnterInspection } from './enter-inspection.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts as texts } from './inspections.texts.ts';
import { SampleFileView } from './sample-file-view.tsx';
import { SampleSearch } from './sample-search.tsx';

/** Public: an inspector enters with the link of a letter, and then reads samples. */
export function InspectionScreen() {
  const stored = useSyncExternalStore(onInspectionChange, storedInspection);
  const message = useSyncExternalStore(onInspectionChange, endMessage);
  const inspection = stored === null ? null : inspectionIn(stored);
  return inspection ? <Inspecting inspection={inspection} /> : <EnterInspection message={message} />;
}

function inspectionIn(stored: string): OpenInspection | null {
  const { inspection } = JSON.parse(stored) as { inspection?: unknown };
  return OpenInspection.safeParse(inspection).data ?? null;
}

function Inspecting({ inspection }: { inspection: OpenInspection }) {
  const sample = Number(new URLSearchParams(useLocation().searchStr).get('sample'));
  const leaving = useCommand(closeInspection, { onDone: () => endInspectionSession(null) });
  return (
    <>
      <section className={classes.strip} aria-label={texts.stripLabel}>
        <p className={classes.stripText}>{texts.strip(inspection.agency, formatDay(inspection.ends_at))}</p>
        <button type="button" className={classes.leave} disabled={leaving.busy} onClick={() => void leaving.run({})}>
          {texts.leave}
        </button>
      </section>
      <main id="main" className={classes.page}>
        {sample > 0 ? (
          <SampleFileView key={sample} id={sample} inspection={inspection} />
        ) : (
          <SampleSearch inspection={inspection} />
        )}
      </main>
    </>
  );
}
