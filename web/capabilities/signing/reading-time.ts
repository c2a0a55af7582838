import type { SigningText } from '@vialkeep/contract/signing.ts';

/** The reading speed of a careful reader, in words per minute. */
const WORDS_A_MINUTE = 180;

export function minutesToRead({ introduction, sections, declaration }: SigningText): number {
  const texts = [
    ...introduction,
    declaration,
    ...sections.flatMap(({ heading, lead = '', items }) => [heading, lead, ...items]),
  ];
  const words = texts.join(' ').split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
}
