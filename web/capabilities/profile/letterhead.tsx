import type { Profile } from '@vialkeep/contract/profile.ts';
import { usePicture } from '../../ui/form/state/use-picture.ts';
import classes from './letterhead.module.css';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.hcProfile;

/** Previews the head of a printout with the chosen logo, which is not served before it is saved. */
export function Letterhead({ profile, chosen }: { profile: Profile; chosen: File | null }) {
  const picture = usePicture(chosen);
  const saved = profile.hc_logo ? `/media/hc-logos/${profile.hc_logo}` : null;
  const logo = chosen ? picture : saved;
  const name = profile.company || `${profile.first_name} ${profile.last_name}`;
  const place = [profile.address1, profile.city, profile.state_desc, profile.zip_code].filter(Boolean).join(', ');
  return (
    <figure className={classes.sheet}>
      <div className={classes.head}>
        {logo ? (
          <img className={classes.logo} src={logo} alt={texts.logoOf(name)} />
        ) : (
          <span className={classes.none}>{texts.noLogo}</span>
        )}
        <div className={classes.lines}>
          <strong>{name}</strong>
          {place && <span>{place}</span>}
          <span>{[profile.phone_number, profile.email].filter(Boolean).join(' · ')}</span>
        </div>
      </div>
      <figcaption className={classes.caption}>{texts.letterhead}</figcaption>
    </figure>
  );
}
