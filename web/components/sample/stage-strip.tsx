import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Stage } from '@vialkeep/contract/stage.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { stageHeads, stageTexts } from './stage-labels.ts';
import classes from './stage-strip.module.css';

export type StageCell = {
  count: number;
  /** One line: 'oldest 6 d', '1 failed', '2 end soon'. */
  note?: string;
  /** Shows the note with an icon, for samples that need attention. */
  tone?: 'waiting' | 'failed';
};

type Props = {
  cells: Record<Stage, StageCell>;
  chosen: Stage | null;
  /** Called with the stage to filter by, or null if the chosen one is clicked again. */
  onChoose: (stage: Stage | null) => void;
  label?: string;
};

/** The number of samples in each stage; each cell filters the list below. */
export function StageStrip({ cells, chosen, onChoose, label = stageTexts.strip }: Props) {
  return (
    <div className={classes.frame}>
      <div role="group" aria-label={label} className={classes.strip}>
        {Stage.options.map((stage) => (
          <UnstyledButton
            key={stage}
            className={classes.cell}
            aria-pressed={chosen === stage}
            onClick={() => onChoose(chosen === stage ? null : stage)}
          >
            <span className={classes.head}>{stageHeads[stage]}</span>
            <span className={classes.count}>{formatCount(cells[stage].count)}</span>
            <Note {...cells[stage]} />
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}

function Note({ note, tone }: StageCell) {
  return (
    <span className={classes.note} data-tone={tone}>
      {tone === 'failed' && <IconX size={13} stroke={2.2} aria-hidden />}
      {tone === 'waiting' && <IconAlertTriangle size={13} stroke={2} aria-hidden />}
      {note}
    </span>
  );
}
