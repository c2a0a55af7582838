import { Switch, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { type TimelineItem, type TimelineKind, timelineTexts } from './custody-entries.ts';
import { TimelineRow } from './custody-row.tsx';
import classes from './custody-timeline.module.css';

type Props = {
  /** In order of time, with gaps at their places. */
  items: readonly TimelineItem[];
  label?: string;
};

/** The chain of custody of a sample, including gaps. */
export function CustodyTimeline({ items, label = timelineTexts.label }: Props) {
  const [kinds, setKinds] = useState<ReadonlySet<TimelineKind>>(new Set());
  const [newestFirst, setNewestFirst] = useState(false);
  const present = [...new Set(items.map(({ kind }) => kind))];
  // A kind without entries no longer filters.
  const chosen = present.filter((kind) => kinds.has(kind));
  const chain = chosen.length === 0 ? items : items.filter(({ kind }) => chosen.includes(kind));
  const toggle = (kind: TimelineKind) =>
    setKinds(new Set(chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind]));

  if (items.length === 0) return <p className={classes.nothing}>{timelineTexts.nothing}</p>;
  return (
    <div>
      <div className={classes.tools}>
        {present.length > 1 && (
          <div role="group" aria-label={timelineTexts.filter} className={classes.chips}>
            {present.map((kind) => (
              <UnstyledButton
                key={kind}
                className={classes.chip}
                aria-pressed={chosen.includes(kind)}
                onClick={() => toggle(kind)}
              >
                {timelineTexts.kinds[kind]}
              </UnstyledButton>
            ))}
          </div>
        )}
        <Switch
          className={classes.order}
          size="sm"
          label={timelineTexts.newestFirst}
          checked={newestFirst}
          onChange={(event) => setNewestFirst(event.currentTarget.checked)}
        />
      </div>
      <p role="status" className="visually-hidden">
        {chosen.length > 0 && timelineTexts.shown(chain.length, items.length)}
      </p>
      <ol className={classes.chain} aria-label={label}>
        {(newestFirst ? chain.toReversed() : chain).map((item) => (
          <TimelineRow key={item.id} item={item} />
        ))}
      </ol>
    </div>
  );
}
