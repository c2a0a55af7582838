import type { Typeface } from './typeface.ts';

/** A part of a page that is not split, and its height in points. */
export type Block = {
  readonly height: number;
  /** A heading must not stand alone at the foot of a page. */
  readonly keepWithNext?: boolean;
};

/**
 * Divides blocks into pages. The layout library computes all that is left of a page again after every page break, so
 * that its time grows with the square of the pages; a page that is full from the start has no break.
 */
export function fillPages<Part extends Block>(blocks: readonly Part[], most: number): Part[][] {
  const pages: Part[][] = [[]];
  let left = most;
  for (const [index, block] of blocks.entries()) {
    const next = block.keepWithNext === true ? (blocks[index + 1]?.height ?? 0) : 0;
    if (block.height + next > left && pages.at(-1)?.length !== 0) {
      pages.push([]);
      left = most;
    }
    pages.at(-1)?.push(block);
    left -= block.height;
  }
  return pages;
}

/** The lines of a text in a column whose width is in points; not fewer than the layout library makes of it. */
export function breakLines(words: string, column: number, fontSize: number, typeface: Typeface): string[] {
  const space = typeface.widthOf(' ') * fontSize;
  const lines = [''];
  let used = 0;
  for (const word of words.split(' ')) {
    for (const [index, piece] of typeface.piecesOf(word).entries()) {
      const width = typeface.widthOf(piece) * fontSize;
      const gap = used === 0 || index > 0 ? 0 : space;
      const isBroken = used > 0 && used + gap + width > column;
      if (isBroken) lines.push(piece);
      else lines.push(`${lines.pop() ?? ''}${gap > 0 ? ' ' : ''}${piece}`);
      used = isBroken ? width : used + gap + width;
    }
  }
  return lines;
}
