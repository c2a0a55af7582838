import { IconPlus } from '@tabler/icons-react';
import { type Coupon, listCoupons } from '@vialkeep/contract/coupons.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { useMemo, useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EditAndRemove } from '../../ui/actions/edit-and-remove.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CouponModal } from './coupon.modal.tsx';
import { couponName } from './coupon-labels.ts';
import { couponColumns } from './coupons.columns.tsx';
import { couponsTexts as texts } from './coupons.texts.ts';
import { RemoveCoupon } from './remove-coupon.modal.tsx';

const PER_PAGE = 10;

/** Manages discount codes (F145). */
export function CouponsScreen() {
  const coupons = useApi(listCoupons, {});
  const products = useApi(listProductOptions, {});
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [removed, setRemoved] = useState<Coupon | null>(null);
  const columns = useMemo(() => couponColumns(products.data ?? []), [products.data]);

  return (
    <Screen
      title={texts.title}
      actions={
        <Button kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      <Card flush>
        <DataTable
          name="coupons"
          label={texts.title}
          query={coupons}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={couponName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: isCouponMatch }}
          rowInline={(coupon) => (
            <EditAndRemove
              edit={{ name: texts.edit(couponName(coupon)), onClick: () => setEdited(coupon.id) }}
              remove={{ name: texts.remove(couponName(coupon)), onClick: () => setRemoved(coupon) }}
            />
          )}
        />
      </Card>
      <CouponModal which={edited} onClose={() => setEdited(null)} />
      <RemoveCoupon coupon={removed} onClose={() => setRemoved(null)} />
    </Screen>
  );
}

function isCouponMatch({ code, name }: Coupon, typed: string): boolean {
  return hasMatchingText([code, name], typed);
}
