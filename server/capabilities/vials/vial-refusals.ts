import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { type Refusal, refuseBy } from '../../kernel/http/refuse.ts';
import type { NotWithdrawable } from './stock.ts';

/** Only vials in store that are released and free can be shipped (U-19). */
export function onlyAvailable(orderable: number): Refusal {
  return notThatMany('quantity', `Only ${vials(orderable)} available.`);
}

/** A vial that was shipped, discarded or reserved cannot be withdrawn. */
export function notWithdrawable({ shipped, discarded, reserved, held }: NotWithdrawable): Refusal {
  if (shipped > 0) return notThatMany('quantity', `${vials(shipped)} already shipped.`);
  if (discarded > 0) return notThatMany('quantity', `${vials(discarded)} discarded.`);
  if (reserved > 0) return notThatMany('quantity', `${vials(reserved)} reserved for an order.`);
  return notThatMany('quantity', `${vials(held)} in quarantine.`);
}

const MOST_NAMED = 5;

export function notStored(codes: readonly string[]): Refusal {
  return notThatMany('vial_codes', `Not in this patient’s storage: ${nameSome(codes)}`);
}

/** The vials are in store, and a hold or an order keeps them there. */
export function notOrderable(codes: readonly string[]): Refusal {
  return notThatMany('vial_codes', `In quarantine or reserved for an order: ${nameSome(codes)}`);
}

function nameSome(codes: readonly string[]): string {
  return `${codes.slice(0, MOST_NAMED).join(', ')}${codes.length > MOST_NAMED ? ' …' : '.'}`;
}

/** Every route that moves vials declares this refusal. */
function notThatMany(field: string, message: string): Refusal {
  return refuseBy(addVialEntry, 'vials_unavailable', { message, fields: [field] });
}

function vials(count: number): string {
  return count === 1 ? '1 vial is' : `${count} vials are`;
}
