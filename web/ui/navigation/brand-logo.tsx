import { site } from '../../kernel/site.ts';
import classes from './brand-logo.module.css';

/** The site's logo, never distorted; without a logo the site's name. */
export function BrandLogo({ place }: { place: 'bar' | 'page' }) {
  if (site.logo) return <img src={site.logo} alt={site.name} className={classes.image} data-place={place} />;
  return (
    <span className={classes.written} data-place={place}>
      <VialMark />
      <span className={classes.name}>{site.product}</span>
    </span>
  );
}

/** The product's mark: a vial with its level. */
function VialMark() {
  return (
    <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.tile} />
      <path d="M11 7.5h10M12.5 7.5v14a3.5 3.5 0 0 0 7 0v-14" className={classes.glass} />
      <path d="M14.6 15.5h2.8v6a1.4 1.4 0 0 1-2.8 0z" className={classes.level} />
    </svg>
  );
}
