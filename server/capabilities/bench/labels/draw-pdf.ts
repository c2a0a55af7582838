import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import type { LabelPaper, PlacedLabel } from '../../../pdf/render/render-labels.ts';
import { renderLabelsInWorker } from '../../../pdf/worker.ts';
import { LABEL_INCHES, LABELS_A_SHEET, type LabelData, SHEET, wordsOfLabel } from './label-data.ts';

const POINTS_AN_INCH = 72;
const POINTS_A_MILLIMETRE = POINTS_AN_INCH / 25.4;
const PADDING_POINTS = 5;
/** 14 modules are then 4.2 mm, which fits the curve of a vial. */
const MODULE_MILLIMETRES = 0.3;
/** Of the rows of words: code, patient, batch, date, note. With their leading they are as high as a label, less a margin. */
const WORD_POINTS = [7.6, 5.6, 5.6, 5.6, 4.6] as const;

/** Letter sheets of 5 × 17 labels; the first of them begins at this label, counted from 1 by rows. */
export function drawSheet(labels: readonly LabelData[], startAt = 1, date = new Date()): Promise<Buffer> {
  if (!Number.isInteger(startAt) || startAt < 1 || startAt > LABELS_A_SHEET) {
    throw new RangeError(`A sheet has the labels 1 to ${LABELS_A_SHEET}.`);
  }
  const pages: PlacedLabel[][] = [];
  for (const [index, label] of labels.entries()) {
    const at = startAt - 1 + index;
    const page = Math.floor(at / LABELS_A_SHEET);
    pages[page] ??= [];
    pages[page].push(placeLabel(label, cornerOf(at % LABELS_A_SHEET)));
  }
  return renderLabelsInWorker(paperOf(SHEET, pages, date));
}

/** One label a page, for a label printer with its own driver. */
export function drawRoll(labels: readonly LabelData[], date = new Date()): Promise<Buffer> {
  const pages = labels.map((label) => [placeLabel(label, { left: 0, top: 0 })]);
  return renderLabelsInWorker(paperOf(LABEL_INCHES, pages, date));
}

/** In inches, from the upper left corner of the sheet. */
export function cornerOf(index: number): { left: number; top: number } {
  const { width, height, columns, rows, gap } = SHEET;
  const [stepX, stepY] = [LABEL_INCHES.width + gap, LABEL_INCHES.height + gap];
  return {
    left: (width - columns * stepX + gap) / 2 + (index % columns) * stepX,
    top: (height - rows * stepY + gap) / 2 + Math.floor(index / columns) * stepY,
  };
}

function placeLabel(label: LabelData, { left, top }: { left: number; top: number }): PlacedLabel {
  return {
    left: left * POINTS_AN_INCH,
    top: top * POINTS_AN_INCH,
    symbol: formatSymbolText(label),
    rows: wordsOfLabel(label).map((words, row) => ({ words, size: WORD_POINTS[row] ?? 5.6, isBold: row === 0 })),
  };
}

function paperOf(page: { width: number; height: number }, pages: LabelPaper['pages'], date: Date): LabelPaper {
  return {
    date,
    page: inPoints(page),
    label: { ...inPoints(LABEL_INCHES), padding: PADDING_POINTS },
    module: MODULE_MILLIMETRES * POINTS_A_MILLIMETRE,
    pages,
  };
}

function inPoints({ width, height }: { width: number; height: number }) {
  return { width: width * POINTS_AN_INCH, height: height * POINTS_AN_INCH };
}
