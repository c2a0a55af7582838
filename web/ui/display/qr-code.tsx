import classes from '../actions/copy-field.module.css';
import { qrPath } from './qr-path.ts';

// Whole pixels for a module, so that every one is as wide as the others.
const AT_MOST_PX = 280;

/** Black on white in either colour scheme: cameras read nothing else reliably. */
export function QrCode({ value, title }: { value: string; title: string }) {
  const { size, path } = qrPath(value);
  const width = size * Math.max(1, Math.floor(AT_MOST_PX / size));
  return (
    <svg role="img" viewBox={`0 0 ${size} ${size}`} width={width} shapeRendering="crispEdges" className={classes.qr}>
      <title>{title}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
