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

/** The stage that the table is narrowed to, as its address says. */
export function chosenStage(state: TableState): Stage | null {
  return Stage.safeParse(state.filters[KEY]).data ?? null;
}

/** How many of one's patients are in which stage; each cell narrows the table below. */
export function StagesFromServer({ state, domainId }: { state: TableState; domainId?: string }) {
  const stages = useApi(countPatientsByStage, { query: { domain_id: domainId } }, { keepPrevious: true });
  return (
    <Loaded query={stages} failed={listTexts.strip.couldNotLoad} skeleton={<StripRoom />}>
      {(counts) => <StageFilter counts={counts} state={state} />}
    </Loaded>
  );
}

/** The same from counts that are at hand; while there are none, its room is kept. */
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
