import { closeCommissionDispute } from '@vialkeep/contract/commissions.ts';
import { z } from 'zod';
import { linesTexts } from './lines.texts.ts';

const { outcome, text } = closeCommissionDispute.body.shape;

/** The end of a question in form shape: the amount is empty where the line is kept. */
export const ClosingValues = z
  .object({ outcome, amount: z.number().nullable(), text })
  .refine((closing) => closing.outcome === 'kept' || (closing.amount !== null && closing.amount !== 0), {
    path: ['amount'],
    message: linesTexts.adjustment.amountMissing,
  });
