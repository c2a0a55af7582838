import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement } from 'react';
import { drawDataMatrix, pathOfDataMatrix } from './data-matrix.ts';
import { openTypeface, type Typeface } from './typeface.ts';

/** A label on its page. All lengths are in points. */
export type PlacedLabel = {
  readonly left: number;
  readonly top: number;
  readonly symbol: string;
  /** From top to bottom; an empty one is left out. */
  readonly rows: readonly { readonly words: string; readonly size: number; readonly isBold?: boolean }[];
};

export type LabelPaper = {
  readonly date: Date;
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number; readonly padding: number };
  /** The edge of one module of the symbol. */
  readonly module: number;
  readonly pages: readonly (readonly PlacedLabel[])[];
};

/** Modules that stay white around a symbol; the standard asks for one. */
const QUIET_MODULES = 3;
const BLACK = '#000000';

/** Renders labels with their symbols. The same input gives the same bytes. */
export async function renderLabels(paper: LabelPaper): Promise<Buffer> {
  const typeface = await openTypeface();
  const { date, page, pages } = paper;
  return renderToBuffer(
    h(
      Document,
      { language: 'en-US', creationDate: date, modificationDate: date, pdfVersion: '1.7' },
      pages.map((labels, index) =>
        h(
          Page,
          { key: index, size: [page.width, page.height], style: { fontFamily: typeface.text, color: BLACK } },
          labels.map((label, at) => labelView(paper, label, at, typeface)),
        ),
      ),
    ),
  );
}

function labelView({ label, module }: LabelPaper, placed: PlacedLabel, key: number, typeface: Typeface): ReactElement {
  const symbol = drawDataMatrix(placed.symbol);
  const edge = symbol.size * module;
  const textLeft = label.padding + edge + QUIET_MODULES * module;
  return h(
    View,
    {
      key,
      style: {
        position: 'absolute',
        left: placed.left,
        top: placed.top,
        width: label.width,
        height: label.height,
        overflow: 'hidden',
      },
    },
    h(
      Svg,
      {
        viewBox: `0 0 ${symbol.size} ${symbol.size}`,
        style: { position: 'absolute', left: label.padding, top: (label.height - edge) / 2, width: edge, height: edge },
      },
      h(Path, { d: pathOfDataMatrix(symbol), fill: BLACK }),
    ),
    h(
      View,
      {
        style: {
          position: 'absolute',
          left: textLeft,
          top: 0,
          width: label.width - textLeft - label.padding / 2,
          height: label.height,
          justifyContent: 'center',
        },
      },
      placed.rows
        .filter(({ words }) => words !== '')
        .map(({ words, size, isBold }, row) =>
          h(
            Text,
            {
              key: row,
              style: {
                fontSize: size,
                lineHeight: 1.15,
                fontWeight: isBold ? 700 : 400,
                maxLines: 1,
                textOverflow: 'ellipsis',
              },
            },
            typeface.show(words),
          ),
        ),
    ),
  );
}
