import { countPatientsByStage, type StageCount } from '@vialkeep/contract/patient-overview.ts';
import { Stage } from '@vialkeep/contract/stage.ts';
import { StageStrip } from '../../../components/sample/stage-strip.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import type { TableState } from '../../../ui/data-table/state/use-table-state.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import classes from './lists.module.css';
import { listTexts } from './lists.texts.ts';
import { stageCells } from './stage-counts.ts';

const KEY = 'stage';

/** The stage filter from the address. */
export function chosenStage(state: TableState): Stage | null {
  return Stage.safeParse(state.filters[KEY]).data ?? null;
}

/** The server's counts by stage; each cell filters the table below. */
export function StagesFromServer({ state, domainId }: { state: TableState; domainId?: string }) {
  const stages = useApi(countPatientsByStage, { query: { domain_id: domainId } }, { keepPrevious: true });
  return (
    <Loaded query={stages} failed={listTexts.strip.couldNotLoad} skeleton={<StripRoom />}>
      {(counts) => <StageFilter counts={counts} state={state} />}
    </Loaded>
  );
}

/** The strip from given counts; while they load, its space is reserved. */
export function StageFilter({ counts, state }: { counts: readonly StageCount[] | undefined; state: TableState }) {
  if (counts === undefined) return <StripRoom />;
  if (counts.every(({ count }) => count === 0)) return null;
  return (
    <StageStrip
      cells={stageCells(counts)}
      chosen={chosenStage(state)}
      onChoose={(stage) => state.setFilter(KEY, stage ?? '')}
    />
  );
}

function StripRoom() {
  return (
    <div className={classes.room} aria-hidden>
      <StageStrip cells={stageCells([])} chosen={null} onChoose={() => {}} />
    </div>
  );
}
