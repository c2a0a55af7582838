/** The specification's seed: the e-mail with every run of other characters than letters and digits as one '-'. */
export function seedOf(email: string): string {
  return email.replace(/[^a-z0-9]+/gi, '-');
}

export type AvatarPicture = {
  hue: number;
  /** A cell drawn half outside the picture: where it is, and how large, in parts of 100. */
  cell: { x: number; y: number; radius: number };
};

/** The same picture for the same seed, everywhere and always. */
export function pictureOf(seed: string): AvatarPicture {
  const number = hash(seed);
  return {
    hue: (number % 24) * 15,
    cell: { x: 20 + ((number >>> 5) % 61), y: (number >>> 11) % 2 ? 8 : 92, radius: 38 + ((number >>> 13) % 17) },
  };
}

export function initialsOf(name: string): string {
  const words = name
    .replace(/^(dr|mr|mrs|ms|prof)\.?\s+/i, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toUpperCase() || 'U';
}

// FNV-1a: small, and spreads e-mails of one domain apart.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
