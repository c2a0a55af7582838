import { type Coupon, listCoupons, removeCoupon } from '@vialkeep/contract/coupons.ts';
import { useCommand } from '../../kernel/query.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useNotices } from '../../ui/notices.ts';
import { couponsTexts } from './coupons.texts.ts';

const texts = couponsTexts.removal;

type Props = {
  /** The one to remove; null while nobody asks. */
  coupon: Coupon | null;
  onClose: () => void;
};

export function RemoveCoupon({ coupon, onClose }: Props) {
  const notices = useNotices();
  const command = useCommand(removeCoupon, {
    refreshes: [listCoupons],
    onDone: ({ message }) => {
      onClose();
      notices.success(message);
    },
  });

  function close() {
    command.reset();
    onClose();
  }

  return (
    <ConfirmModal
      opened={coupon !== null}
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      danger
      busy={command.busy}
      failure={command.refusal}
      facts={
        coupon
          ? [
              [texts.name, coupon.name],
              [texts.code, coupon.code],
            ]
          : []
      }
      onConfirm={() => coupon && void command.run({ params: { id: coupon.id } })}
      onCancel={close}
    >
      {texts.question}
    </ConfirmModal>
  );
}
