import { IconUser } from '@tabler/icons-react';
import { type BenchHome, readBenchHome } from '@vialkeep/contract/bench.ts';
import { endShift } from '@vialkeep/contract/lab-policy.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { formatWallTime } from '../../../ui/display/formats.ts';
import { BenchActions, BenchButton } from '../bench-button.tsx';
import { useBenchLab } from '../use-bench-lab.ts';
import { shiftTexts as texts } from './shift.texts.ts';
import classes from './shift-chip.module.css';

type Props = {
  home: Pick<BenchHome, 'shift' | 'has_operators'>;
  onType: () => void;
  onEnded: (words: string) => void;
};

/** The operator at this tablet and the end of the shift. A lab without operators shows nothing. */
export function ShiftChip({ home, onType, onEnded }: Props) {
  const lab = useBenchLab();
  const command = useCommand(endShift, { refreshes: [readBenchHome], onDone: () => onEnded(texts.ended) });
  if (home.shift === null) {
    if (!home.has_operators) return null;
    return (
      <BenchActions>
        <p className={classes.chip}>{texts.badgeFirst}</p>
        <BenchButton onClick={onType}>{texts.typeBadge}</BenchButton>
      </BenchActions>
    );
  }
  const { operator, until } = home.shift;
  return (
    <BenchActions>
      <p className={classes.chip}>
        <IconUser size={22} aria-hidden />
        <span className="visually-hidden">{texts.operator}: </span>
        {texts.chip(operator.name, formatWallTime(until))}
      </p>
      <BenchButton busy={command.busy} onClick={() => void command.run({ query: lab.inQuery })}>
        {texts.end}
      </BenchButton>
    </BenchActions>
  );
}
