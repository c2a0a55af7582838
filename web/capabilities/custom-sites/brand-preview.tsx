import type { CSSProperties } from 'react';
import { oklchOf } from '../../ui/charts/oklch.ts';
import { colourScale } from '../../ui/charts/ramp.ts';
import { usePicture } from '../../ui/form/state/use-picture.ts';
import { Card } from '../../ui/layout/card.tsx';
import classes from './brand-preview.module.css';
import { customSitesTexts } from './custom-sites.texts.ts';

const texts = customSitesTexts.preview;

type Brand = { name: string; colour: string; logo: File | null };

/** Previews the login card, a table and a button in the typed colour, in light and dark mode. */
export function BrandPreview({ name, colour, logo }: Brand) {
  const picture = usePicture(logo);
  const shown = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#54646e';
  const title = name.trim() || texts.unnamed;
  return (
    <Card title={texts.title} note={texts.note}>
      <div className={classes.panes} role="img" aria-label={texts.label(title)} style={stepsOf(shown)}>
        <Pane scheme="light" title={title} picture={picture} />
        <Pane scheme="dark" title={title} picture={picture} />
      </div>
      {isNearState(shown) && <p className={classes.note}>{texts.nearState}</p>}
    </Card>
  );
}

function Pane({ scheme, title, picture }: { scheme: 'light' | 'dark'; title: string; picture: string | null }) {
  return (
    <div className={classes.pane} data-scheme={scheme}>
      <div className={classes.ground}>
        <div className={classes.login}>
          {picture ? <img className={classes.logo} src={picture} alt="" /> : <b className={classes.name}>{title}</b>}
          <span className={classes.input}>{texts.email}</span>
          <span className={classes.button}>{texts.login}</span>
        </div>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            {texts.columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {texts.rows.map(([id, ...cells]) => (
            <tr key={id}>
              <td className={classes.link}>{id}</td>
              {cells.map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The colour ramp as CSS variables scoped to the preview. */
function stepsOf(colour: string): CSSProperties {
  return Object.fromEntries(colourScale(colour).map((step, at) => [`--brand-${at}`, step]));
}

const DEGREES = 180 / Math.PI;

/** Hues from red to amber are close to the state colours; a near-grey has no usable hue. */
function isNearState(colour: string): boolean {
  const { chroma, hue } = oklchOf(colour);
  const degrees = (hue * DEGREES + 360) % 360;
  return chroma > 0.06 && degrees > 5 && degrees < 85;
}
