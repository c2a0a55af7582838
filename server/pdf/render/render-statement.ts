import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement } from 'react';
import type { PaperSite } from './document-text.ts';
import {
  BODY,
  FAINT_INK,
  factsTable,
  LINE,
  type PageSize,
  pageFoot,
  pageHead,
  pageStyle,
  pageTitle,
  paragraph,
} from './page-parts.ts';
import { openTypeface, type Typeface } from './typeface.ts';

type StatementRow = {
  readonly day: string;
  readonly words: string;
  /** How the amount was computed; empty where there is nothing to say. */
  readonly note: string;
  readonly amount: string;
};

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
  const { site, title, reference, date, facts, parts, total } = paper;
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
      h(
        Page,
        { size, style: pageStyle(typeface) },
        pageHead(site, title, typeface),
        pageTitle(typeface.show(title)),
        factsTable(facts, typeface),
        parts.map(({ heading, empty, rows }) => [
          h(
            Text,
            {
              key: heading,
              minPresenceAhead: 40,
              style: { fontSize: 12, fontWeight: 700, marginTop: 8, marginBottom: 5 },
            },
            typeface.show(heading),
          ),
          rows.length === 0 ? paragraph(typeface.show(empty), `${heading} none`) : null,
          rows.map((row, index) => statementRow(row, `${heading} ${index}`, typeface)),
        ]),
        statementRow({ day: '', words: total.label, note: '', amount: total.amount }, 'total', typeface, 700),
        pageFoot(reference, 'Page', typeface),
      ),
    ),
  );
}

function statementRow(
  { day, words, note, amount }: StatementRow,
  key: string,
  typeface: Typeface,
  fontWeight: 400 | 700 = 400,
): ReactElement {
  return h(
    View,
    {
      key,
      wrap: false,
      style: { flexDirection: 'row', gap: 12, paddingVertical: 4, borderBottomWidth: 0.75, borderBottomColor: LINE },
    },
    h(Text, { style: { ...BODY, width: 72, flexShrink: 0, color: FAINT_INK } }, typeface.show(day)),
    h(
      View,
      { style: { flex: 1 } },
      h(Text, { style: { ...BODY, fontWeight } }, typeface.show(words)),
      note === ''
        ? null
        : h(Text, { style: { fontSize: 8.5, lineHeight: 1.4, color: FAINT_INK } }, typeface.show(note)),
    ),
    h(Text, { style: { ...BODY, fontWeight, width: 84, flexShrink: 0, textAlign: 'right' } }, typeface.show(amount)),
  );
}
