import { hexOf, isInGamut, type Oklch, oklchOf } from './oklch.ts';

/** Ten steps of one colour, from a tint to nearly black. */
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

// Our own lightness for every hue: that, and not the tenant's choice, is what keeps text readable. The fifth and the eighth are
// a hair beside those drawn, because a colour of eight bits can miss what was promised for the drawn one.
const LIGHTNESS = [0.972, 0.93, 0.862, 0.772, 0.682, 0.59, 0.505, 0.433, 0.37, 0.3] as const;
const CHROMA_SHARE = [0.18, 0.36, 0.6, 0.85, 1, 1, 1, 0.95, 0.82, 0.66] as const;

const HIGHEST_CHROMA = 0.13;
const NEARLY_GREY = 0.02;

/** Our own colour, drawn by eye. */
export const cryo: Ramp = [
  '#eef7f8',
  '#d8ecef',
  '#b2d9df',
  '#84c1ca',
  '#55a5b1',
  '#2f8997',
  '#14707f',
  '#0b5c6b',
  '#084957',
  '#053641',
];

/** The ramp of a site's one colour: its hue and its strength, our lightness. */
export function colourScale(colour: string): Ramp {
  if (colour === cryo[7]) return cryo;
  const { chroma, hue } = oklchOf(colour);
  const strength = chroma < NEARLY_GREY ? 0 : Math.min(chroma, HIGHEST_CHROMA);
  // @NOTE map over a tuple of ten gives ten; its type says only 'some'.
  return LIGHTNESS.map((lightness, step) =>
    hexOf(intoGamut({ lightness, chroma: strength * (CHROMA_SHARE[step] ?? 1), hue })),
  ) as unknown as Ramp;
}

/** The strongest colour of this lightness and hue that a screen can show. */
function intoGamut(wanted: Oklch): Oklch {
  if (isInGamut(wanted)) return wanted;
  let inside = 0;
  let outside = wanted.chroma;
  for (let halving = 0; halving < 20; halving++) {
    const chroma = (inside + outside) / 2;
    if (isInGamut({ ...wanted, chroma })) inside = chroma;
    else outside = chroma;
  }
  return { ...wanted, chroma: inside };
}
