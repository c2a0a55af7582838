/** The specification's seed: the email with every run of non-alphanumeric characters replaced by one '-'. */
export function seedOf(email: string): string {
  return email.replace(/[^a-z0-9]+/gi, '-');
}

export type AvatarPicture = {
  hue: number;
  /** A circle partly outside the picture: position and radius in percent. */
  cell: { x: number; y: number; radius: number };
};

/** Deterministic: the same seed gives the same picture. */
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

// FNV-1a: short, and separates emails of one domain well.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
