import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { type Refusal, refuseBy } from '../../kernel/http/refuse.ts';

/** Only vials in store can be shipped (U-19). */
export function onlyAvailable(stored: number): Refusal {
  return notThatMany('quantity', `Only ${vials(stored)} available.`);
}

/** A shipped vial cannot be withdrawn. */
export function alreadyShipped(shipped: number): Refusal {
  return notThatMany('quantity', `${vials(shipped)} already shipped.`);
}

const MOST_NAMED = 5;

export function notStored(codes: readonly string[]): Refusal {
  const named = codes.slice(0, MOST_NAMED).join(', ');
  return notThatMany('vial_codes', `Not in this patient’s storage: ${named}${codes.length > MOST_NAMED ? ' …' : '.'}`);
}

/** Every route that moves vials declares this refusal. */
function notThatMany(field: string, message: string): Refusal {
  return refuseBy(addVialEntry, 'vials_unavailable', { message, fields: [field] });
}

function vials(count: number): string {
  return count === 1 ? '1 vial is' : `${count} vials are`;
}
