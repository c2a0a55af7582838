import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { z } from 'zod';
import type { Told } from '../../harness/api-client.ts';
import { DEFINITE_NO } from '../purchases/buyers.ts';
import type { WriteRecord } from '../write-log.ts';
import { newCardNumber } from './card-numbers.ts';
import type { Person } from './person.ts';

export const COUPON = { code: 'FAULTRUN', discount: 20, uses: 25 };

const DECLINED = '4000000000000002';
const FIRST_INVOICE = 1_000_000;
const Refused = z.object({ reason: z.string() });
const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };

let invoices = 0;

type Basket = { readonly product_id: number; readonly product_quantity: number; readonly total_amount: number };

/** Places one order, sometimes with a double click, under an invoice number that is used only once. */
export async function purchase(person: Person, route: Route, basket: Basket, hasCoupon: boolean): Promise<void> {
  invoices += 1;
  const invoice = FIRST_INVOICE + invoices;
  const body = {
    ...basket,
    total_amount: basket.total_amount - (hasCoupon ? COUPON.discount : 0),
    coupon_code: hasCoupon ? COUPON.code : null,
    invoice_id: invoice,
    addressInfo: address,
    credit_card: {
      full_name: 'Fault Run',
      card_number: person.dice.chance(0.1) ? DECLINED : newCardNumber(),
      expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
      cvc: '123',
    },
  };
  const clicks = person.dice.chance(0.2) ? 2 : 1;
  const deed = { kind: 'purchase', mark: String(invoice) } as const;
  await Promise.all(Array.from({ length: clicks }, () => person.do(deed, route, { body }, toldOfMoney)));
}

/** Only a definite refusal is a no; an answer that the outcome is not known yet counts as unknown. */
function toldOfMoney(told: Told | null): WriteRecord['told'] {
  if (told?.status === 200) return 'yes';
  const { reason } = Refused.safeParse(told?.body).data ?? { reason: '' };
  return DEFINITE_NO.has(reason) ? 'no' : 'unknown';
}
