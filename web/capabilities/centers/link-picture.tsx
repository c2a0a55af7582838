import { StatusPill, type StatusTone } from '../../ui/display/status-pill.tsx';
import { centerName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';
import classes from './link-picture.module.css';
import type { LinkState, PlannedLink } from './planned-links.ts';

const texts = centersTexts.staffLinks;

type Props = { whom: string; links: readonly PlannedLink[] };

/** Draws the user on the left, the centers on the right, and what saving does to each link. */
export function LinkPicture({ whom, links }: Props) {
  return (
    <figure className={classes.picture} aria-label={texts.picture(whom)}>
      <div className={classes.whom}>{whom}</div>
      {links.length === 0 ? (
        <p className={classes.none}>{texts.nothingLinked}</p>
      ) : (
        <ul className={classes.links}>
          {links.map((link) => (
            <li key={link.id} className={classes.link} data-state={link.state}>
              <span className={classes.center}>{centerName(link)}</span>
              <StatusPill tone={tones[link.state]}>{texts.states[link.state]}</StatusPill>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

const tones: Record<LinkState, StatusTone> = {
  linked: 'done',
  added: 'moving',
  approved: 'moving',
  ended: 'failed',
  refused: 'failed',
};
