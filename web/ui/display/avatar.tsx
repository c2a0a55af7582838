import { useId } from 'react';
import { initialsOf, pictureOf, seedOf } from './avatar-picture.ts';

/**
 * Drawn in the browser: no email is sent to an image service (S-28). The name stands beside it, so it is hidden from
 * screen readers.
 */
export function Avatar({ email, name, size = 32 }: { email: string; name: string; size?: number }) {
  const clip = useId();
  const { hue, cell } = pictureOf(seedOf(email));
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true" style={{ flex: 'none', display: 'block' }}>
      <clipPath id={clip}>
        <circle cx="50" cy="50" r="50" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="100" height="100" fill={`oklch(0.47 0.085 ${hue})`} />
        <circle cx={cell.x} cy={cell.y} r={cell.radius} fill={`oklch(0.4 0.08 ${(hue + 40) % 360})`} />
      </g>
      <text
        x="50"
        y="51"
        fill="#fff"
        fontSize="38"
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="central"
        letterSpacing="0.5"
      >
        {initialsOf(name)}
      </text>
    </svg>
  );
}
