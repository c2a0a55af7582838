import type { Location } from '@vialkeep/contract/locations.ts';
import { useUser } from '../../kernel/session/session.ts';
import classes from './address-label.module.css';
import { labelLines } from './address-lines.ts';
import { locationsTexts } from './locations.texts.ts';

const texts = locationsTexts.label;

/** Previews the default address as a parcel label, so that the user notices mistakes. */
export function AddressLabel({ location }: { location: Location }) {
  const { company, username } = useUser();
  const [addressee, ...rest] = labelLines(company || username, location);
  return (
    <figure className={classes.figure}>
      <div className={classes.label}>
        <span className={classes.to}>{texts.to}</span>
        <address className={classes.lines}>
          <strong>{addressee}</strong>
          {rest.join('\n')}
        </address>
      </div>
      <figcaption className={classes.caption}>{texts.caption}</figcaption>
    </figure>
  );
}
