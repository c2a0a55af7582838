import { encode } from 'uqr';

/** The standard requires four light modules on every side. */
export const QUIET_ZONE = 4;

/** A QR code as one path with a rectangle for each run of dark modules, including the quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => runs(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`)).join('');
  return { size, path };
}

function runs(row: readonly boolean[]): { x: number; width: number }[] {
  const found: { x: number; width: number }[] = [];
  for (const [x, dark] of row.entries()) {
    if (!dark) continue;
    const last = found.at(-1);
    if (last && last.x + last.width === x) last.width += 1;
    else found.push({ x, width: 1 });
  }
  return found;
}
