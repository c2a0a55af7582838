import bwip from 'bwip-js/node';

/** The modules of a symbol, row by row; true is dark. */
export type DataMatrix = { readonly size: number; readonly modules: readonly boolean[] };

/** Draws a DataMatrix ECC 200; the ten characters of a code at the bench give 14 × 14 modules. */
export function drawDataMatrix(text: string): DataMatrix {
  const [symbol] = bwip.raw({ bcid: 'datamatrix', text });
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('This text gave no DataMatrix.');
  return { size: symbol.pixx, modules: symbol.pixs.map((module) => module === 1) };
}

/** A path in units of modules, one rectangle for each run of dark modules in a row. */
export function pathOfDataMatrix({ size, modules }: DataMatrix): string {
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    let from = 0;
    for (let column = 0; column <= size; column += 1) {
      const isDark = column < size && modules[row * size + column];
      if (isDark) continue;
      if (column > from) runs.push(`M${from} ${row}H${column}V${row + 1}H${from}Z`);
      from = column + 1;
    }
  }
  return runs.join('');
}
