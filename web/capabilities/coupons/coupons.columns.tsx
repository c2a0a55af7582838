import type { Coupon } from '@vialkeep/contract/coupons.ts';
import type { ProductOption } from '@vialkeep/contract/products.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { customColumn, moneyColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { centerName, couponName, domainName, productNames, statusWord } from './coupon-labels.ts';
import classes from './coupons.module.css';
import { couponsTexts } from './coupons.texts.ts';

const texts = couponsTexts.columns;

export function couponColumns(products: readonly ProductOption[]) {
  return [
    textColumn<Coupon>(texts.name, couponName, { sort: ({ name }) => name, width: '16%' }),
    textColumn<Coupon>(texts.domain, domainName, { priority: 2 }),
    customColumn<Coupon>(texts.code, ({ code }) => <code className={classes.code}>{code}</code>, {
      value: ({ code }) => code,
      sort: ({ code }) => code,
    }),
    customColumn<Coupon>(texts.maxUse, ({ max_use_number }) => <MaxUse limit={max_use_number} />, {
      value: ({ max_use_number }) => max_use_number,
      sort: ({ max_use_number }) => max_use_number || Infinity,
      priority: 2,
    }),
    moneyColumn<Coupon>(texts.discount, ({ discount_amount }) => discount_amount),
    textColumn<Coupon>(texts.products, (coupon) => productNames(coupon, products), { priority: 3 }),
    textColumn<Coupon>(texts.user, centerName, { priority: 3 }),
    customColumn<Coupon>(texts.used, (coupon) => <Used coupon={coupon} />, {
      value: ({ used_number }) => used_number,
      sort: ({ used_number }) => used_number,
    }),
    statusColumn<Coupon>(texts.status, (coupon) => ({
      text: statusWord(coupon),
      tone: coupon.status ? 'done' : 'none',
    })),
  ];
}

function MaxUse({ limit }: { limit: number }) {
  if (limit > 0) return <span className="tabular">{formatCount(limit)}</span>;
  return (
    <span title={couponsTexts.unlimited}>
      <span aria-hidden>∞</span>
      <span className="visually-hidden">{couponsTexts.unlimited}</span>
    </span>
  );
}

/** Shows the share that is used, if the coupon has a limit. */
function Used({ coupon: { used_number: used, max_use_number: limit } }: { coupon: Coupon }) {
  return (
    <span className={classes.used}>
      <span className="tabular">{formatCount(used)}</span>
      {limit > 0 && (
        <span className={classes.track} aria-hidden>
          <span className={classes.bar} style={{ inlineSize: `${(used / limit) * 100}%` }} />
        </span>
      )}
    </span>
  );
}
