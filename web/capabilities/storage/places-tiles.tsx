import { Link } from '@tanstack/react-router';
import type { Place } from '@vialkeep/contract/places.ts';
import type { CSSProperties } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import classes from './storage.module.css';
import { storageTexts as texts } from './storage.texts.ts';

type Props = { places: readonly Place[]; linkOf: (place: Place) => PageLink };

/** The places inside one: tiles shaded by their fill, and the same as a table. */
export function PlacesTiles({ places, linkOf }: Props) {
  return (
    <>
      <ul className={classes.tiles}>
        {places.map((place) => (
          <li key={place.id}>
            <Link {...linkOf(place)} className={classes.tile} style={shadeOf(place)}>
              <span>{texts.nameOf(place)}</span>
              <span className={classes.number}>{texts.filled(place.filled, place.capacity)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <table className={classes.table} aria-label={texts.places}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.name}</th>
            <th scope="col">{texts.columns.kind}</th>
            <th scope="col">{texts.columns.code}</th>
            <th scope="col">{texts.columns.filled}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place.id}>
              <th scope="row">{place.name}</th>
              <td>{texts.kinds[place.kind]}</td>
              <td className={classes.code}>{place.code}</td>
              <td data-number>{texts.filled(place.filled, place.capacity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

// @NOTE the type of React knows no custom properties.
function shadeOf({ filled, capacity }: Place): CSSProperties {
  const percent = capacity === 0 ? 0 : Math.round((100 * filled) / capacity);
  return { '--filled': percent } as CSSProperties;
}
