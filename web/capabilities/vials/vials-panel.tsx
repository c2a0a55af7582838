import type { VialEntryId } from '@vialkeep/contract/kernel/ids.ts';
import { readVials, type VialEntryType } from '@vialkeep/contract/vials.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import type { RecordPartProps } from '../../kernel/navigation/record-parts.ts';
import { UnsavedContext } from '../../kernel/navigation/unsaved.ts';
import { useRoom } from '../../ui/data-table/state/use-width.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import { useLeaveQuestion } from '../../ui/overlays/unsaved-changes-dialog.tsx';
import { EntriesTable } from './entries-table.tsx';
import { OtherCounts } from './other-counts.tsx';
import classes from './vials.module.css';
import { vialsTexts as texts } from './vials.texts.ts';

/** Shows the added and shipped vials; users with write access can edit them (F062–F066). */
export function VialsPanel({ patientId }: RecordPartProps) {
  const vials = useApi(readVials, { params: { userId: patientId } });
  const [gone, setGone] = useState<ReadonlySet<VialEntryId>>(new Set());
  const [side, setSide] = useState<VialEntryType>('added');
  const { cards: isNarrow } = useRoom();
  const { scope, leave, question } = useLeaveQuestion();
  // After a failed load, cached data is not shown: the counts are 0 and the lists are empty.
  const answer = vials.isError ? undefined : vials.data;
  const counts = answer?.data.user_vials ?? { vials_available: 0, vials_added: 0, vials_shipped: 0 };
  const entries = (answer?.data.vials_history ?? []).filter(({ id }) => !gone.has(id));

  const section = (type: VialEntryType) => (
    <section className={classes.side} aria-label={texts.tables[type]}>
      <div className={classes.sideHead}>
        <StatusPill tone={type === 'added' ? 'none' : 'moving'}>
          {type === 'added' ? texts.added(counts.vials_added) : texts.shipped(counts.vials_shipped)}
        </StatusPill>
        {type === 'shipped' && <p className={classes.afterProcessing}>{texts.afterProcessing}</p>}
      </div>
      <EntriesTable
        type={type}
        patientId={patientId}
        entries={entries.filter((entry) => entry.type === type)}
        may={answer?.may ?? []}
        isBusy={vials.isFetching}
        failure={vials.isError ? { onRetry: () => void vials.refetch() } : null}
        onGone={(id) => setGone((known) => new Set([...known, id]))}
      />
    </section>
  );

  return (
    <UnsavedContext value={scope}>
      <div className={classes.head}>
        <h2 className={classes.title}>{texts.title}</h2>
        <StatusPill tone="done">{texts.available(counts.vials_available)}</StatusPill>
        <OtherCounts of={answer?.data.user_vials} />
      </div>
      {isNarrow ? (
        <Tabs
          label={texts.title}
          at={side}
          onChange={(name) => leave(() => setSide(name === 'shipped' ? 'shipped' : 'added'))}
          tabs={(['added', 'shipped'] as const).map((type) => ({
            name: type,
            title: texts.tabs[type],
            content: section(type),
          }))}
        />
      ) : (
        <div className={classes.sides}>
          {section('added')}
          {section('shipped')}
        </div>
      )}
      {question}
    </UnsavedContext>
  );
}
