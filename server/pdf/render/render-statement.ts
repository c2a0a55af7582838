import { Canvas, Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement } from 'react';
import type { PaperSite } from './document-text.ts';
import { type Block, breakLines, fillPages } from './fill-pages.ts';
import {
  BODY,
  FACT_LABEL_WIDTH,
  factsTable,
  type PageSize,
  pageFoot,
  pageHead,
  pageStyle,
  pageTitle,
  paragraph,
  roomOn,
} from './page-parts.ts';
import { type Painter, type PlacedRow, paintRows, placeRow, type StatementRow } from './paint-rows.ts';
import { openTypeface, type Typeface } from './typeface.ts';

/** Rows of days, words and amounts on the letterhead of a site. */
export type StatementPaper = {
  readonly site: PaperSite;
  readonly title: string;
  readonly reference: string;
  readonly date: Date;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly parts: readonly {
    readonly heading: string;
    readonly empty: string;
    readonly rows: readonly StatementRow[];
  }[];
  readonly total: { readonly label: string; readonly amount: string };
};

/** Renders a statement. The same input gives the same bytes. */
export async function renderStatement(paper: StatementPaper, size: PageSize = 'LETTER'): Promise<Buffer> {
  const typeface = await openTypeface();
  const { site, title, reference, date } = paper;
  const { width, height } = roomOn(size);
  const pages = fillPages(blocksOf(paper, width, typeface), height);
  return renderToBuffer(
    h(
      Document,
      {
        title,
        author: site.brand,
        creator: site.product,
        producer: site.product,
        language: 'en-US',
        creationDate: date,
        modificationDate: date,
        pdfVersion: '1.7',
      },
      pages.map((blocks, index) =>
        h(
          Page,
          { key: index, size, style: pageStyle(typeface) },
          pageHead(site, title, typeface),
          mergeRows(blocks, width, typeface),
          pageFoot(reference, 'Page', typeface, { page: index + 1, pages: pages.length }),
        ),
      ),
    ),
  );
}

/** A part of a page that the layout library places, or a row that is painted. */
type StatementBlock = Block & ({ readonly element: ReactElement } | { readonly row: PlacedRow });

/** Rows that follow each other are one canvas: the layout library takes milliseconds for each text that it places. */
function mergeRows(blocks: readonly StatementBlock[], width: number, typeface: Typeface): ReactElement[] {
  const merged: ReactElement[] = [];
  let rows: PlacedRow[] = [];
  const flush = () => {
    if (rows.length === 0) return;
    const painted = rows;
    const height = painted.reduce((sum, row) => sum + row.height, 0);
    const paint = (painter: Painter) => {
      paintRows(painter, painted, width, typeface);
      return null;
    };
    merged.push(h(Canvas, { key: `rows ${merged.length}`, style: { width, height }, paint }));
    rows = [];
  };
  for (const block of blocks) {
    if ('row' in block) rows.push(block.row);
    else {
      flush();
      merged.push(block.element);
    }
  }
  flush();
  return merged;
}

function blocksOf({ title, facts, parts, total }: StatementPaper, width: number, typeface: Typeface): StatementBlock[] {
  const rowBlock = (row: StatementRow, weight?: 700): StatementBlock => {
    const placed = placeRow(row, width, typeface, weight);
    return { height: placed.height, row: placed };
  };
  const closing = { day: '', words: total.label, note: '', amount: total.amount };
  return [
    headBlock(title, facts, width, typeface),
    ...parts.flatMap(({ heading, empty, rows }) => [
      {
        keepWithNext: true,
        height: 8 + 12 * 1.5 + 5,
        element: h(
          Text,
          { key: heading, style: { fontSize: 12, fontWeight: 700, marginTop: 8, marginBottom: 5 } },
          typeface.show(heading),
        ),
      },
      ...(rows.length === 0
        ? [{ height: LINE_HEIGHT + 8, element: paragraph(typeface.show(empty), `${heading} none`) }]
        : rows.map((row) => rowBlock(row))),
    ]),
    rowBlock(closing, 700),
  ];
}

const LINE_HEIGHT = BODY.fontSize * BODY.lineHeight;
const GAP = 12;

function headBlock(title: string, facts: StatementPaper['facts'], width: number, typeface: Typeface) {
  const shown = typeface.show(title);
  // Bold letters are wider than those that are measured.
  const titleLines = breakLines(shown, width * 0.9, 19, typeface).length;
  const factLines = facts.map(({ value }) =>
    breakLines(typeface.show(value), width - FACT_LABEL_WIDTH - GAP, BODY.fontSize, typeface),
  );
  const factHeights = factLines.map((lines) => lines.length * LINE_HEIGHT + 10.75);
  return {
    height: titleLines * 19 * 1.25 + 10 + factHeights.reduce((sum, height) => sum + height, 0.75) + 16,
    element: h(View, { key: 'head' }, pageTitle(shown), factsTable(facts, typeface)),
  };
}
