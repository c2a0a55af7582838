import { hexOf, isInGamut, type Oklch, oklchOf } from './oklch.ts';

/** Ten shades of one colour, from a tint to nearly black. */
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

// Fixed lightness for every hue, which guarantees readable text for any tenant's colour. The fifth and the eighth
// differ slightly from the hand-drawn ramp, because rounding to eight bits could miss the guaranteed contrast.
const LIGHTNESS = [0.972, 0.93, 0.862, 0.772, 0.682, 0.59, 0.505, 0.433, 0.37, 0.3] as const;
const CHROMA_SHARE = [0.18, 0.36, 0.6, 0.85, 1, 1, 1, 0.95, 0.82, 0.66] as const;

const HIGHEST_CHROMA = 0.13;
const NEARLY_GREY = 0.02;

/** The product's default ramp, designed by hand. */
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

/** The ramp of a site's colour: its hue and chroma with the fixed lightness. */
export function colourScale(colour: string): Ramp {
  if (colour === cryo[7]) return cryo;
  const { chroma, hue } = oklchOf(colour);
  const strength = chroma < NEARLY_GREY ? 0 : Math.min(chroma, HIGHEST_CHROMA);
  // @NOTE map over a tuple of ten returns ten; its type does not say so.
  return LIGHTNESS.map((lightness, step) =>
    hexOf(intoGamut({ lightness, chroma: strength * (CHROMA_SHARE[step] ?? 1), hue })),
  ) as unknown as Ramp;
}

/** The largest chroma of this lightness and hue that fits into sRGB. */
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
