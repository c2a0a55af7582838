import { rackSlots } from './vial-places.ts';
import classes from './vial-rack.module.css';

type Props = {
  available: number;
  shipped: number;
  /** The number of vials to draw; the rest is only counted. */
  places?: number;
};

/** Each vial once: filled if available, an outline if shipped. */
export function VialRack({ available, shipped, places = 60 }: Props) {
  const words = `Available: ${available}, shipped: ${shipped}`;
  const { filled, outlined, more } = rackSlots(available, shipped, places);
  if (filled + outlined === 0) return <p className={classes.none}>{words}</p>;
  return (
    <div role="img" aria-label={words} className={classes.rack}>
      {Array.from({ length: filled + outlined }, (_, place) => (
        // A place has no identity besides its position.
        <Vial key={place} filled={place < filled} />
      ))}
      {more > 0 && <span className={classes.more}>+{more} more</span>}
    </div>
  );
}

function Vial({ filled }: { filled: boolean }) {
  return (
    <svg viewBox="0 0 12 22" width="12" height="22" className={classes.vial} data-filled={filled || undefined}>
      <path d="M2 1h8v3H2z" />
      <path d="M3 4h6v13.5a3 3 0 0 1-6 0z" />
    </svg>
  );
}
