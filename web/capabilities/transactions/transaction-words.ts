type Person = { readonly first_name: string; readonly last_name: string };

export function nameOf({ first_name, last_name }: Person): string {
  return `${first_name} ${last_name}`.trim();
}

export function staffOf({ hc_staff_desc }: { readonly hc_staff_desc: readonly Person[] }): string {
  return hc_staff_desc.map(nameOf).join(', ');
}

/** Empty if no coupon was used, in contrast to a coupon of 0. */
export function couponAmount(row: { readonly coupon_code_used: string; readonly coupon_code_amount: number }) {
  return row.coupon_code_used === '' ? null : row.coupon_code_amount;
}

/** '#id - name', the documented format of people in reports. */
export function withId(person: (Person & { readonly id: number }) | undefined): string {
  return person ? `#${person.id} - ${nameOf(person)}` : '';
}

/** Substring match on any of the values; an id matches with or without '#'. */
export function matches(values: readonly (string | number | undefined)[], typed: string): boolean {
  const wanted = typed.trim().toLowerCase().replace(/^#/, '');
  return values.some((value) =>
    String(value ?? '')
      .toLowerCase()
      .includes(wanted),
  );
}

export function namedOrNobody(person: Parameters<typeof nameOf>[0] | undefined): string {
  return person ? nameOf(person) : '';
}

/** A transaction has one product; the answer contains a list. */
export function productOf({ product: [product] }: { product: readonly { name: string }[] }): string {
  return product?.name ?? '';
}
