import { rows } from '@vialkeep/contract/catalogue.ts';
import { z } from 'zod';

/** The objects and lists of words that the contract exports, by their names. */
export const namedShapes: ReadonlyMap<string, z.ZodType> = new Map(
  Object.values(rows)
    .flatMap((contract) => Object.entries<unknown>(contract))
    .filter((entry): entry is [string, z.ZodType] => isShape(entry[1])),
);

function isShape(exported: unknown): boolean {
  return exported instanceof z.ZodObject || exported instanceof z.ZodEnum || exported instanceof z.ZodUnion;
}
