import type { Coupon } from '@vialkeep/contract/coupons.ts';
import type { ProductId, ProductOption } from '@vialkeep/contract/products.ts';
import { formatDollars } from '../../ui/display/formats.ts';
import type { ChangedField } from '../../ui/form/layout/changed-meanwhile.tsx';
import { productsOf } from './coupon-values.ts';
import { couponsTexts as texts } from './coupons.texts.ts';

export function couponName({ id, name }: Pick<Coupon, 'id' | 'name'>): string {
  return `#${id} - ${name}`;
}

/** The coupon's products by name; unknown ids stay ids. */
export function productNames(coupon: Coupon, products: readonly ProductOption[]): string {
  const nameOf = (id: ProductId) => products.find(({ value }) => value === id)?.label ?? `#${id}`;
  return productsOf(coupon).map(nameOf).join(', ') || texts.all;
}

export function domainName({ domain_info }: Coupon): string {
  return domain_info.name || texts.all;
}

export function centerName({ hc_desc }: Coupon): string {
  return hc_desc[0]?.company ?? texts.all;
}

export function statusWord({ status }: Coupon): string {
  return status ? texts.active : texts.inactive;
}

/** What another user changed, with the form's labels. */
export function changedFields(
  before: Coupon,
  after: Coupon,
  products: readonly ProductOption[],
): readonly ChangedField[] {
  const wordsOf = (coupon: Coupon): readonly (readonly [string, string])[] => [
    [texts.form.name, coupon.name],
    [texts.form.status, statusWord(coupon)],
    [texts.form.domain, domainName(coupon)],
    [texts.form.code, coupon.code],
    [texts.form.discount, formatDollars(coupon.discount_amount)],
    [texts.form.maxUse, String(coupon.max_use_number)],
    [texts.form.products, productNames(coupon, products)],
    [texts.form.center, centerName(coupon)],
  ];
  const old = new Map(wordsOf(before));
  return wordsOf(after)
    .map(([label, to]) => ({ label, from: old.get(label) ?? '', to }))
    .filter(({ from, to }) => from !== to);
}
