import { formatPersonName, type PersonName } from '../../ui/display/formats.ts';

export function staffOf({ hc_staff_desc }: { readonly hc_staff_desc: readonly PersonName[] }): string {
  return hc_staff_desc.map(formatPersonName).join(', ');
}

/** Empty if no coupon was used, in contrast to a coupon of 0. */
export function couponAmount(row: { readonly coupon_code_used: string; readonly coupon_code_amount: number }) {
  return row.coupon_code_used === '' ? null : row.coupon_code_amount;
}

/** '#id - name', the documented format of people in reports. */
export function withId(person: (PersonName & { readonly id: number }) | undefined): string {
  return person ? `#${person.id} - ${formatPersonName(person)}` : '';
}

/** Substring match on any of the values; an id matches with or without '#'. */
export function hasMatchingIdOrText(values: readonly (string | number | undefined)[], typed: string): boolean {
  const wanted = typed.trim().toLowerCase().replace(/^#/, '');
  return values.some((value) =>
    String(value ?? '')
      .toLowerCase()
      .includes(wanted),
  );
}

export function formatOptionalName(person: PersonName | undefined): string {
  return person ? formatPersonName(person) : '';
}

/** A transaction has one product; the answer contains a list. */
export function productOf({ product: [product] }: { product: readonly { name: string }[] }): string {
  return product?.name ?? '';
}
