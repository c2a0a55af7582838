import { z } from 'zod';

/**
 * Reads '12,13', as documented clients join numbers, or a list, without duplicates. The caller validates the numbers
 * themselves.
 */
export function joinedNumbers(most: number, message: string) {
  return z
    .union([z.string().max(22 * most), z.array(z.number()).max(2 * most)], message)
    .transform((given) => (typeof given === 'string' ? given.split(',').filter((part) => part.trim() !== '') : given))
    .transform((parts) => [...new Set(parts.map(Number))]);
}
