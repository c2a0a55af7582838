import { IconCheck, IconX } from '@tabler/icons-react';
import { benchTexts } from '../bench.texts.ts';
import classes from './scan-band.module.css';
import type { ScanFeedback } from './use-scan-feedback.ts';

/** Says across the top whether the last scan was right. Its live regions exist before the words, so that they are announced. */
export function ScanBand({ feedback }: { feedback: ScanFeedback | null }) {
  return (
    <div className={classes.place}>
      <div role="status">{feedback?.tone === 'right' && <Words key={feedback.number} feedback={feedback} />}</div>
      <div role="alert">{feedback?.tone === 'wrong' && <Words key={feedback.number} feedback={feedback} />}</div>
    </div>
  );
}

function Words({ feedback }: { feedback: ScanFeedback }) {
  const Icon = feedback.tone === 'right' ? IconCheck : IconX;
  return (
    <p className={classes.band} data-tone={feedback.tone}>
      <Icon size={36} stroke={3} aria-hidden className={classes.icon} />
      <span>
        <span className="visually-hidden">{benchTexts[feedback.tone]} </span>
        {feedback.words}
      </span>
    </p>
  );
}
