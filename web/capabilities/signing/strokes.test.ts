import { describe, expect, test } from 'vitest';
import { begin, type Drawing, extend, fitToSignatureLine, PAD_RATIO, type Point, pathOf, undo } from './strokes.ts';

describe('Drawn signature', () => {
  test('a drawing consists of strokes of points, and the last stroke can be removed', () => {
    const two = drawn(
      [
        [0.1, 0.1],
        [0.2, 0.2],
      ],
      [
        [0.5, 0.5],
        [0.6, 0.4],
      ],
    );
    expect(two).toHaveLength(2);
    expect(undo(two)).toEqual([two[0]]);
    expect(undo(undo(undo(two)))).toEqual([]);
  });

  test('points stay on the pad, and a point close to the last one is dropped', () => {
    expect(
      drawn([
        [-3, 0.5],
        [0.0001, 0.5],
        [2, 9],
      ]),
    ).toEqual([
      [
        [0, 0.5],
        [1, 1],
      ],
    ]);
  });

  test('a drawing has at most 100 strokes of 2000 points each', () => {
    const zigzag = Array.from({ length: 2500 }, (_, index): Point => [index % 2, 0]);
    expect(drawn(zigzag)[0]).toHaveLength(2000);
    const dots = Array.from({ length: 120 }, (): Point[] => [[0.5, 0.5]]);
    expect(drawn(...dots)).toHaveLength(100);
  });

  test('a drawing is rendered at any size without distortion', () => {
    const stroke: Point[] = [
      [0, 0],
      [0.5, 1],
    ];
    expect(pathOf(stroke, 500, 200)).toBe('M 0 0 L 250 200');
    expect(pathOf(stroke, 250, 100)).toBe('M 0 0 L 125 100');
    expect(pathOf([[0.5, 0.5]], 500, 200)).toBe('M 250 100 L 250 100');
  });

  test('a drawing fills the PDF’s signature line and keeps its proportions', () => {
    const square = fitToSignatureLine(
      drawn([
        [0.4, 0.2],
        [0.4 + 0.5 / PAD_RATIO, 0.2],
        [0.4 + 0.5 / PAD_RATIO, 0.7],
      ]),
    );
    const [[left, top] = [], , [right, bottom] = []] = square[0] ?? [];
    expect([left, top, bottom]).toEqual([0, 0, 1]);
    // A square drawing on a line of 288 × 49.
    expect((right ?? 0) * 288).toBeCloseTo(49, 0);
    expect(fitToSignatureLine([])).toEqual([]);
  });

  test('a dot is not enlarged to the size of a name', () => {
    expect(fitToSignatureLine(drawn([[0.5, 0.5]]))).toEqual([[[0, 0.5]]]);
  });
});

function drawn(...strokes: readonly (readonly Point[])[]): Drawing {
  return strokes.reduce<Drawing>((drawing, [first, ...others]) => {
    return first ? others.reduce(extend, begin(drawing, first)) : drawing;
  }, []);
}
