import { Image, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import type { PaperSite } from './document-text.ts';
import type { Typeface } from './typeface.ts';

/** In points, on every side. */
export const MARGIN = 56;
const PADDING = { paddingTop: 84, paddingBottom: 72, paddingHorizontal: MARGIN };

export const INK = '#1d2330';
export const FAINT_INK = '#5b6475';
export const LINE = '#d5dae3';

export type PageSize = 'LETTER' | 'A4';

const SHEETS = { LETTER: { width: 612, height: 792 }, A4: { width: 595.28, height: 841.89 } };

/** The room for text on a page, in points. */
export function roomOn(size: PageSize): { width: number; height: number } {
  const { width, height } = SHEETS[size];
  return { width: width - 2 * MARGIN, height: height - PADDING.paddingTop - PADDING.paddingBottom };
}

/**
 * @NOTE set on each text together with its size: the library computes the line height from the size in the same style,
 * and on the page it would drop fixed elements.
 */
export const BODY = { fontSize: 10, lineHeight: 1.45 };

/** The style of every page. */
export function pageStyle(typeface: Typeface) {
  return {
    fontFamily: typeface.text,
    fontSize: 10,
    color: INK,
    ...PADDING,
  };
}

/** The brand at the head of every page: its logo, or its name when it has none. */
export function pageHead(site: PaperSite, title: string, typeface: Typeface): ReactElement {
  return h(
    View,
    { fixed: true, style: { position: 'absolute', top: 26, left: MARGIN, right: MARGIN } },
    h(
      View,
      {
        style: {
          flexDirection: 'row',
          justifyContent: 'space-between',
          alignItems: 'flex-end',
          gap: 24,
          height: LOGO.height,
        },
      },
      site.logo === undefined ? brandName(site, typeface) : brandLogo(site.logo),
      h(
        Text,
        {
          style: {
            fontSize: 8,
            color: FAINT_INK,
            maxLines: 1,
            textOverflow: 'ellipsis',
            textAlign: 'right',
            flexShrink: 1,
          },
        },
        typeface.show(title),
      ),
    ),
    h(View, { style: { height: 1.5, backgroundColor: readableColour(site.colour), marginTop: 7 } }),
  );
}

const LOGO = { width: 140, height: 26 };

function brandLogo(logo: Uint8Array): ReactElement {
  // Bytes from another thread are a plain array, and the library needs a buffer. With its format it embeds the picture
  // once instead of once per page.
  const data = Buffer.from(logo.buffer, logo.byteOffset, logo.byteLength);
  const format = isPng(data) ? 'png' : 'jpg';
  const style = { ...LOGO, flexShrink: 0, objectFit: 'contain', objectPosition: '0% 100%' } as const;
  return h(Image, { src: { data, format }, cache: false, style });
}

export function isPng(picture: Uint8Array): boolean {
  return picture[0] === 0x89;
}

function brandName({ brand, colour }: PaperSite, typeface: Typeface): ReactElement {
  const style = { fontSize: 13, fontWeight: 700, color: readableColour(colour), maxLines: 1, flexShrink: 0 } as const;
  return h(Text, { style: { ...style, maxWidth: 220 } }, typeface.show(brand));
}

/**
 * Reference and page number at the foot of every page. Pages are counted in their `Page` element, because a file can hold
 * several papers. Where the page is known before, the layout library does not lay it out a second time for its number.
 */
export function pageFoot(
  left: string,
  pageWord: string,
  typeface: Typeface,
  known?: { readonly page: number; readonly pages: number },
): ReactElement {
  const style = { fontSize: 8, color: FAINT_INK };
  const numberStyle = { ...style, flexShrink: 0, width: 110, textAlign: 'right' } as const;
  return h(
    View,
    {
      fixed: true,
      style: {
        position: 'absolute',
        bottom: 34,
        left: MARGIN,
        right: MARGIN,
        paddingTop: 7,
        borderTopWidth: 0.75,
        borderTopColor: LINE,
        flexDirection: 'row',
        justifyContent: 'space-between',
        gap: 24,
      },
    },
    h(Text, { style: { ...style, maxLines: 1, textOverflow: 'ellipsis', flexShrink: 1 } }, typeface.show(left)),
    known
      ? h(Text, { style: numberStyle }, `${pageWord} ${known.page} of ${known.pages}`)
      : h(Text, {
          style: numberStyle,
          render: ({ subPageNumber, subPageTotalPages }) => `${pageWord} ${subPageNumber} of ${subPageTotalPages}`,
        }),
  );
}

export function pageTitle(words: string): ReactElement {
  return h(Text, { style: { fontSize: 19, fontWeight: 700, lineHeight: 1.25, marginBottom: 10 } }, words);
}

export const FACT_LABEL_WIDTH = 122;

/** Names and values, one per line. */
export function factsTable(
  facts: readonly { readonly label: string; readonly value: string }[],
  typeface: Typeface,
): ReactElement {
  return h(
    View,
    { style: { borderTopWidth: 0.75, borderTopColor: LINE, marginBottom: 16 } },
    facts.map(({ label, value }) =>
      h(
        View,
        {
          key: label,
          wrap: false,
          style: {
            flexDirection: 'row',
            borderBottomWidth: 0.75,
            borderBottomColor: LINE,
            paddingVertical: 5,
            gap: 12,
          },
        },
        h(Text, { style: { ...BODY, width: FACT_LABEL_WIDTH, flexShrink: 0, color: FAINT_INK } }, label),
        h(Text, { style: { ...BODY, flex: 1 } }, typeface.show(value)),
      ),
    ),
  );
}

export function paragraph(words: string, key: string | number): ReactElement {
  return h(Text, { key, style: { ...BODY, marginBottom: 8 }, orphans: 2, widows: 2 }, words);
}

/** A mark or number with its text beside it, never split between two pages. */
export function item(mark: ReactNode, words: string, key: string | number): ReactElement {
  return h(
    View,
    { key, wrap: false, style: { flexDirection: 'row', marginBottom: 5 } },
    h(View, { style: { width: 26, flexShrink: 0 } }, mark),
    h(Text, { style: { ...BODY, flex: 1 } }, words),
  );
}

/** A site's colour, darkened until it is readable on white. */
export function readableColour(colour: string): string {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)?.slice(1) ?? [];
  let light = parts.map((part) => Number.parseInt(part, 16));
  if (light.length !== 3) return INK;
  while (luminance(light) > 0.18) light = light.map((part) => Math.floor(part * 0.9));
  return `#${light.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(light: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = light.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
