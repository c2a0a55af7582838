import { adjustCommission, type CommissionLine } from '@vialkeep/contract/commissions.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { z } from 'zod';
import { buildNumberShape } from '../../../ui/form/state/number-shape.ts';
import { linesTexts } from './lines.texts.ts';

const { domain_id, amount, reason } = adjustCommission.body.shape;

/** The contract's adjustment in form shape: person and amount may be empty. */
export const AdjustmentValues = z.object({
  domain_id,
  person_id: UserId.nullable().refine((id) => id !== null, linesTexts.adjustment.personMissing),
  amount: buildNumberShape(amount),
  reason,
});
export type AdjustmentValues = z.input<typeof AdjustmentValues>;

type AdjustedLine = Pick<CommissionLine, 'id' | 'domain_id'>;

/** The body of the call; an adjustment of a line is made on the line's site. */
export function buildAdjustment(values: AdjustmentValues, line: AdjustedLine | null) {
  return {
    ...values,
    // The form has checked that both are there.
    person_id: values.person_id ?? 0,
    amount: values.amount ?? 0,
    domain_id: line?.domain_id ?? values.domain_id,
    line_id: line?.id ?? null,
  };
}
