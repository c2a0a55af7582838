import { z } from 'zod';

/** '12,13', as documented clients join them, or a list; each once. What they are and how many may be says who uses it. */
export function joinedNumbers(most: number, message: string) {
  return z
    .union([z.string().max(22 * most), z.array(z.number()).max(2 * most)], message)
    .transform((given) => (typeof given === 'string' ? given.split(',').filter((part) => part.trim() !== '') : given))
    .transform((parts) => [...new Set(parts.map(Number))]);
}
