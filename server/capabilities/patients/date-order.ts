import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { type ProcessingData, updatePatient } from '@vialkeep/contract/patients.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';

type DayField = {
  [Field in keyof ProcessingData]: ProcessingData[Field] extends string | null ? Field : never;
}[keyof ProcessingData];

type Order = { readonly later: DayField; readonly earlier: DayField; readonly words: string };

const shipped = 'date_adipose_shipped_to_lab';
const received = 'date_adipose_received_by_lab';
const THE_SHIPPING = 'before the tissue was shipped to the lab';
const THE_RECEIPT = 'before the lab received the tissue';

/**
 * The fixed order of steps. Tissue is shipped and received once; plating and sterility tests may be repeated after the
 * first vials were ready, so those three have no order among themselves.
 */
const orders: readonly Order[] = [
  { later: received, earlier: shipped, words: `The lab cannot receive the tissue before it was shipped` },
  { later: 'stemcell_plating_initiated_date', earlier: received, words: `Plating cannot begin ${THE_RECEIPT}` },
  { later: 'stemcell_plating_initiated_date', earlier: shipped, words: `Plating cannot begin ${THE_SHIPPING}` },
  { later: 'sterility_start_date', earlier: received, words: `The sterility test cannot start ${THE_RECEIPT}` },
  { later: 'sterility_start_date', earlier: shipped, words: `The sterility test cannot start ${THE_SHIPPING}` },
  { later: 'date_vials_ready_to_ship', earlier: received, words: `Vials cannot be ready ${THE_RECEIPT}` },
  { later: 'date_vials_ready_to_ship', earlier: shipped, words: `Vials cannot be ready ${THE_SHIPPING}` },
];

/** Refuses contradicting dates, each with a message at its field. */
export function validateDateOrder(data: ProcessingData, givenSterilityEnd: string | null | undefined): void {
  const reasons = new Map<string, string>();
  for (const { later, earlier, words } of orders) {
    const [day, notBefore] = [data[later], data[earlier]];
    if (day && notBefore && day < notBefore && !reasons.has(later))
      reasons.set(later, `${words} (${dayInWords(notBefore)}).`);
  }
  const start = data.sterility_start_date;
  if (givenSterilityEnd && start && givenSterilityEnd < start) {
    reasons.set('sterility_end_date', `The sterility test cannot end before it starts (${dayInWords(start)}).`);
  }
  if (reasons.size === 0) return;
  const [message] = reasons.values();
  throw refuseBy(updatePatient, 'dates_contradict', { message, fields: Object.fromEntries(reasons) });
}
