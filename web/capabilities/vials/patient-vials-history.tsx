import { readVials, type VialEntry } from '@vialkeep/contract/vials.ts';
import { VialRack } from '../../components/sample/vial-rack.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { dayColumn, numberColumn, textColumn } from '../../ui/layout/columns.tsx';
import { OtherCounts } from './other-counts.tsx';
import classes from './vials.module.css';
import { vialsTexts } from './vials.texts.ts';

const texts = vialsTexts.history;
const PER_PAGE = 5;

/** The patient's own vials on the dashboard (F050). */
export function PatientVialsHistory() {
  const { id } = useUser();
  const vials = useApi(readVials, { params: { userId: id } });
  const { vials_available: available, vials_shipped: shipped } = vials.data?.data.user_vials ?? {
    vials_available: 0,
    vials_shipped: 0,
  };
  return (
    <Card
      title={texts.title}
      actions={
        vials.data && (
          <div className={classes.badges}>
            <StatusPill tone="done">{texts.available(available)}</StatusPill>
            <StatusPill tone="moving">{texts.shipped(shipped)}</StatusPill>
            <OtherCounts of={vials.data.data.user_vials} isOwn />
          </div>
        )
      }
    >
      {vials.isPending ? (
        // The table waits for the rack, which would push it down.
        <WaitingState text={texts.loading} />
      ) : (
        <>
          {available + shipped > 0 && (
            <div className={classes.rack}>
              <VialRack available={available} shipped={shipped} />
            </div>
          )}
          <DataTable
            name="vials-history"
            label={texts.title}
            scope="vials"
            query={{
              data: vials.data?.data.vials_history,
              isPending: vials.isPending,
              isError: vials.isError,
              isFetching: vials.isFetching,
              refetch: vials.refetch,
            }}
            pageSize={PER_PAGE}
            columns={columns}
            rowName={(entry) => texts.entry(entry.id, entry.type)}
            texts={{ loading: texts.loading }}
            emptyHint={texts.noneYet}
          />
        </>
      )}
    </Card>
  );
}

const columns = [
  textColumn<VialEntry>(texts.process, (entry) => texts.entry(entry.id, entry.type), { sort: (entry) => entry.id }),
  numberColumn<VialEntry>(texts.quantity, (entry) => entry.quantity),
  dayColumn<VialEntry>(texts.date, (entry) => entry.date),
];
