import {
  IconFlask,
  IconMicroscope,
  IconPackageImport,
  IconPencil,
  IconShoppingCart,
  IconSignature,
  IconSnowflake,
  IconTag,
  IconTestPipe,
  IconTruck,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { OutsideLink, TextLink } from '../../ui/actions/link.tsx';
import { formatDateTime, formatDay } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import {
  type TimelineEntry,
  type TimelineGap,
  type TimelineItem,
  type TimelineKind,
  type TimelineLink,
  timelineTexts,
} from './custody-entries.ts';
import classes from './custody-timeline.module.css';

const pictures: Record<TimelineKind, typeof IconTruck> = {
  consent: IconSignature,
  label: IconTag,
  shipment: IconTruck,
  receipt: IconPackageImport,
  plating: IconMicroscope,
  sterility: IconFlask,
  ready: IconSnowflake,
  vials: IconTestPipe,
  order: IconShoppingCart,
  change: IconPencil,
};

/** One entry of the chain, or a gap. */
export function TimelineRow({ item }: { item: TimelineItem }) {
  const isGap = 'missing' in item;
  const Picture = pictures[item.kind];
  return (
    <li className={classes.item} data-gap={isGap || undefined}>
      <span className={classes.mark} aria-hidden>
        <Picture size={15} stroke={1.6} />
      </span>
      <div className={classes.words}>{isGap ? <Gap gap={item} /> : <Entry entry={item} />}</div>
    </li>
  );
}

function Gap({ gap }: { gap: TimelineGap }) {
  return (
    <>
      <span className={classes.title}>{gap.missing}</span>
      <span className={classes.line}>{timelineTexts.noRecord}</span>
    </>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const isRecorded = entry.source === 'recorded';
  return (
    <>
      <span className={classes.title}>
        {entry.title}
        {!isRecorded && (
          <>
            {' '}
            <StatusPill tone="none">{timelineTexts.fromForm}</StatusPill>
          </>
        )}
      </span>
      <span className={classes.line}>
        {entry.when && <time dateTime={entry.when}>{moment(entry.when)}</time>}
        {entry.when && isRecorded && entry.who && ' · '}
        {isRecorded && entry.who}
      </span>
      {isRecorded && entry.onBehalfOf && (
        <span className={classes.line}>{timelineTexts.onBehalfOf(entry.onBehalfOf)}</span>
      )}
      {entry.links && entry.links.length > 0 && (
        <span className={classes.line}>
          {entry.links.map((link, at) => (
            <Fragment key={link.text}>
              {at > 0 && ' · '}
              <Way link={link} />
            </Fragment>
          ))}
        </span>
      )}
      {entry.details && <div className={classes.line}>{entry.details}</div>}
    </>
  );
}

function Way({ link }: { link: TimelineLink }) {
  if ('href' in link) return <OutsideLink href={link.href}>{link.text}</OutsideLink>;
  return <TextLink to={link.to}>{link.text}</TextLink>;
}

function moment(when: string): string {
  return when.length === 'YYYY-MM-DD'.length ? formatDay(when) : formatDateTime(when);
}
