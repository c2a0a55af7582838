import { type BenchHome, readBenchHome, undoScan } from '@vialkeep/contract/bench.ts';
import { useRef } from 'react';
import { BenchButton } from '../../components/bench/bench-button.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import type { Failure } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { newUuid } from '../../kernel/new-uuid.ts';
import { formatWallTime } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import classes from './bench.module.css';
import { benchHomeTexts as texts } from './bench.texts.ts';

type Props = { last: BenchHome['last']; onUndone: (words: string) => void; onRefused: (failure: Failure) => void };

/** The last action of the operator, which can be taken back for a while. */
export function LastAction({ last, onUndone, onRefused }: Props) {
  const lab = useBenchLab();
  // A press after a lost answer repeats the same undo, which the server answers without undoing twice.
  const attempt = useRef<{ undoes: string; scanId: string } | null>(null);
  const command = useCommand(undoScan, { refreshes: [readBenchHome], onDone: () => onUndone(texts.undone), onRefused });
  const undo = (undoes: string) => {
    if (attempt.current?.undoes !== undoes) attempt.current = { undoes, scanId: newUuid() };
    void command.run({ body: { ...lab.inBody, scan_id: attempt.current.scanId, input: 'typed', undoes } });
  };
  return (
    <Card title={texts.last}>
      <div className={classes.last}>
        <p>{last === null ? texts.noneYet : wordsOf(last)}</p>
        {last?.may_undo && (
          <BenchButton busy={command.busy} onClick={() => undo(last.scan_id)}>
            {texts.undo}
          </BenchButton>
        )}
      </div>
    </Card>
  );
}

function wordsOf({ kind, facts, at, who, is_undone }: NonNullable<BenchHome['last']>): string {
  const code = [facts.code, facts.vial_code].find((value) => typeof value === 'string');
  const what = texts.kinds[kind] ?? kind.replaceAll('_', ' ');
  const parts = [typeof code === 'string' ? `${what}: ${code}` : what, formatWallTime(at), who];
  return [...parts, ...(is_undone ? [texts.wasUndone] : [])].join(' · ');
}
