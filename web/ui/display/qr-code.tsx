import classes from '../actions/copy-field.module.css';
import { qrPath } from './qr-path.ts';

// The size is rounded down to whole pixels per module, so that all modules are equally wide.
const AT_MOST_PX = 280;

/** Black on white in both colour schemes: cameras read other colours unreliably. */
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
