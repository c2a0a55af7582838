import { Anchor } from '@mantine/core';
import type { OwnAccess } from '@vialkeep/contract/access-records.ts';
import { site } from '../../kernel/site.ts';
import { formatDay, formatTime } from '../../ui/display/formats.ts';
import { accessTexts as texts } from './access.texts.ts';
import classes from './access-lines.module.css';

type Props = {
  openings: readonly OwnAccess[];
  /** A question can be asked from each line. */
  asks?: boolean;
};

/** Openings under the heading of their day, newest first. */
export function AccessLines({ openings, asks }: Props) {
  // The page has no heading between its title and the days; the card has.
  const Heading = asks ? 'h2' : 'h3';
  const days = Map.groupBy(openings, ({ at }) => formatDay(at));
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={classes.day}>
      <Heading className={classes.heading}>{day}</Heading>
      <ul className={classes.lines}>
        {ofDay.map((opening, index) => (
          // oxlint-disable-next-line no-array-index-key -- two openings can be alike in everything that is shown
          <li key={`${opening.at} ${index}`} className={classes.line}>
            <span>
              {describeOpening(opening)}
              {opening.reason && <span className={classes.reason}>{texts.reason(opening.reason)}</span>}
            </span>
            {asks && (
              <Anchor href={questionLink(opening, day)} className={classes.ask}>
                {texts.ask}
                <span className="visually-hidden"> {describeOpening(opening)}</span>
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** 'Stein Regenerative Clinic · opened your record · 14:02' */
function describeOpening({ at, who, company, acting_for, what }: OwnAccess): string {
  const person = acting_for === null ? company || who : texts.inAccountOf(who, acting_for);
  return `${person} · ${texts.did[what]} · ${formatTime(at)}`;
}

function questionLink(opening: OwnAccess, day: string): string {
  const body = texts.question(describeOpening(opening), day);
  return `mailto:${site.support_email}?subject=${encodeURIComponent(texts.subject)}&body=${encodeURIComponent(body)}`;
}
