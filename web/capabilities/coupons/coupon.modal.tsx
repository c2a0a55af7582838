import { readCoupon } from '@vialkeep/contract/coupons.ts';
import { useApi } from '../../kernel/api/query.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { CouponForm } from './coupon-form.tsx';
import { couponsTexts } from './coupons.texts.ts';

const texts = couponsTexts.form;

type Props = {
  /** The coupon's id, or 'new'; null while the modal is closed. */
  which: number | 'new' | null;
  onClose: () => void;
};

export function CouponModal({ which, onClose }: Props) {
  return (
    <FormModal opened={which !== null} title={which === 'new' ? texts.createTitle : texts.editTitle} onClose={onClose}>
      {which === 'new' && <CouponForm coupon={null} onDone={onClose} />}
      {typeof which === 'number' && <KeptCoupon key={which} id={which} onDone={onClose} />}
    </FormModal>
  );
}

function KeptCoupon({ id, onDone }: { id: number; onDone: () => void }) {
  const coupon = useApi(readCoupon, { params: { id } });
  return (
    <Loaded query={coupon} loading={texts.loading} failed={texts.failed}>
      {(answer) => <CouponForm coupon={answer} onDone={onDone} />}
    </Loaded>
  );
}
