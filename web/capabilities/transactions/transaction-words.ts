type Person = { readonly first_name: string; readonly last_name: string };

export function nameOf({ first_name, last_name }: Person): string {
  return `${first_name} ${last_name}`.trim();
}

export function staffOf({ hc_staff_desc }: { readonly hc_staff_desc: readonly Person[] }): string {
  return hc_staff_desc.map(nameOf).join(', ');
}

/** Nothing where no coupon was used, which is not the same as a coupon of nothing. */
export function couponAmount(row: { readonly coupon_code_used: string; readonly coupon_code_amount: number }) {
  return row.coupon_code_used === '' ? null : row.coupon_code_amount;
}

/** '#id - name', as the documents write people in reports. */
export function withId(person: (Person & { readonly id: number }) | undefined): string {
  return person ? `#${person.id} - ${nameOf(person)}` : '';
}

/** Whether a text occurs in one of these; an id with or without its '#'. */
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

/** A transaction is of one product; the call has a list. */
export function productOf({ product: [product] }: { product: readonly { name: string }[] }): string {
  return product?.name ?? '';
}
