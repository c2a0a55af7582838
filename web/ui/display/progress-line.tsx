import { Progress } from '@mantine/core';
import classes from './progress-line.module.css';

type Props = {
  /** What is going on, for screen readers. */
  label: string;
  /** 0 to 100. */
  percent: number;
  /** Shown under the line. */
  text?: string;
};

/** How far a long task has come. */
export function ProgressLine({ label, percent, text }: Props) {
  return (
    <div className={classes.progress}>
      <Progress.Root size={8}>
        <Progress.Section value={Math.min(100, Math.max(0, percent))} aria-label={label} />
      </Progress.Root>
      {text && <span className={classes.text}>{text}</span>}
    </div>
  );
}
