import { type Coupon, listCoupons, removeCoupon } from '@vialkeep/contract/coupons.ts';
import { RemoveModal } from '../../ui/overlays/remove-modal.tsx';
import { couponsTexts } from './coupons.texts.ts';

const texts = couponsTexts.removal;

type Props = {
  /** The coupon to remove; null while the modal is closed. */
  coupon: Coupon | null;
  onClose: () => void;
};

export function RemoveCoupon({ coupon, onClose }: Props) {
  const facts = (removed: Coupon) => [[texts.name, removed.name] as const, [texts.code, removed.code] as const];
  return (
    <RemoveModal
      removal={removeCoupon}
      input={coupon && { params: { id: coupon.id } }}
      list={listCoupons}
      texts={{ title: texts.title, confirm: texts.confirm, cancel: texts.cancel }}
      facts={coupon ? facts(coupon) : []}
      told={({ message }) => message}
      onClose={onClose}
    >
      {texts.question}
    </RemoveModal>
  );
}
