import type { sign } from '@vialkeep/contract/signing.ts';
import type { z } from 'zod';

/** A point as fractions of the pad's width and height, so that rotating or resizing the screen does not distort it. */
export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];
export type Drawing = readonly Stroke[];

type Sent = NonNullable<z.input<(typeof sign)['body']>['drawn']>;

/** The pad's width divided by its height. */
export const PAD_RATIO = 5 / 2;

/** The width of the PDF's signature line divided by its height. */
const LINE_RATIO = 288 / 49;

const MOST_STROKES = 100;
const MOST_POINTS = 2000;
/** Points closer than this are dropped. */
const STEP = 0.002;

export function begin(drawing: Drawing, point: Point): Drawing {
  return drawing.length < MOST_STROKES ? [...drawing, [onPad(point)]] : drawing;
}

export function extend(drawing: Drawing, point: Point): Drawing {
  const stroke = drawing.at(-1);
  const last = stroke?.at(-1);
  const next = onPad(point);
  if (!stroke || !last || stroke.length >= MOST_POINTS) return drawing;
  if (Math.hypot(next[0] - last[0], next[1] - last[1]) < STEP) return drawing;
  return [...drawing.slice(0, -1), [...stroke, next]];
}

export function undo(drawing: Drawing): Drawing {
  return drawing.slice(0, -1);
}

/** The `d` of an SVG path in a box of this size. A dot is a line that ends where it starts. */
export function pathOf(stroke: Stroke, width: number, height: number): string {
  const [first = '0 0', ...others] = stroke.map(
    ([x, y]) => `${roundCoordinate(x * width)} ${roundCoordinate(y * height)}`,
  );
  return `M ${first} ${(others.length > 0 ? others : [first]).map((point) => `L ${point}`).join(' ')}`;
}

/** Scales the drawing to the PDF's signature line, left-aligned, keeping its proportions. */
export function fitToSignatureLine(drawing: Drawing): Sent {
  const points = drawing.flat();
  const [left, right] = rangeOf(points.map(([x]) => x * PAD_RATIO));
  const [top, bottom] = rangeOf(points.map(([, y]) => y));
  const size = Math.max((right - left) / LINE_RATIO, bottom - top, SMALLEST);
  const above = (1 - (bottom - top) / size) / 2;
  return drawing.map((stroke) =>
    stroke.map(([x, y]): [number, number] => [
      roundCoordinate(within((x * PAD_RATIO - left) / size / LINE_RATIO)),
      roundCoordinate(within((y - top) / size + above)),
    ]),
  );
}

/** Limits the scale, so that a dot does not grow to the size of a name. */
const SMALLEST = 0.3;

function rangeOf(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function onPad([x, y]: Point): Point {
  return [within(x), within(y)];
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function roundCoordinate(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
