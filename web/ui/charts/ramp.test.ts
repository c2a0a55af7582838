import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, hexOf, oklchOf } from './oklch.ts';
import { colourScale, cryo } from './ramp.ts';

const DARK_SURFACE = '#172026';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('buttons, links and tints are readable for every site colour', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const ramp = colourScale(colour);
      expect(toOneDecimal(contrast('#ffffff', ramp[7]))).toBeGreaterThanOrEqual(7.5);
      expect(toOneDecimal(contrast('#ffffff', ramp[6]))).toBeGreaterThanOrEqual(5.5);
      expect(toOneDecimal(contrast(ramp[4], DARK_SURFACE))).toBeGreaterThanOrEqual(5.4);
      expect(toOneDecimal(contrast(ramp[9], ramp[1]))).toBeGreaterThanOrEqual(9);
    }),
    // Two regressions: a colour that was unreadable once, and the hardest one found.
    { numRuns: 2000, examples: [['#742155'], ['#9e3a65']] },
  );
});

test('a ramp has ten colours, each darker than the one before', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const ramp = colourScale(colour);
      expect(ramp).toHaveLength(10);
      for (const step of ramp) expect(step).toMatch(/^#[0-9a-f]{6}$/);
      const lightness = ramp.map((step) => oklchOf(step).lightness);
      expect(lightness).toEqual(lightness.toSorted((a, b) => b - a));
    }),
  );
});

test('a ramp keeps the hue of the site’s colour', () => {
  for (const colour of ['#ffdd00', '#e6007e', '#2b59c3', '#39ff14', '#b00020']) {
    const middle = oklchOf(colourScale(colour)[5]);
    const apart = Math.abs(middle.hue - oklchOf(colour).hue);
    expect(Math.min(apart, 2 * Math.PI - apart)).toBeLessThan(0.1);
  }
});

test('a black, a white and a grey site colour give grey ramps', () => {
  for (const colour of ['#000000', '#ffffff', '#888888']) {
    for (const step of colourScale(colour)) expect(oklchOf(step).chroma).toBeLessThan(0.005);
  }
});

test('the default colour keeps its hand-drawn ramp, with the same contrasts', () => {
  expect(colourScale('#0b5c6b')).toBe(cryo);
  expect(contrast('#ffffff', cryo[7])).toBeGreaterThanOrEqual(7.5);
  expect(contrast('#ffffff', cryo[6])).toBeGreaterThanOrEqual(5.5);
});

test('a colour survives the conversion to Oklch and back', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      expect(hexOf(oklchOf(colour))).toBe(colour);
    }),
  );
});

function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
