import { decideReferral, listPendingReferrals, type PendingReferral } from '@vialkeep/contract/centers.ts';
import { RemoveModal } from '../../ui/overlays/remove-modal.tsx';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.pendingReferrals.modal;

type Props = {
  /** The referral center to refuse; null while the modal is closed. */
  referral: PendingReferral | null;
  onClose: () => void;
};

/** Asks for confirmation before the center refuses a referral center (W-06). */
export function RefuseReferral({ referral, onClose }: Props) {
  return (
    <RemoveModal
      removal={decideReferral}
      input={referral && { body: { user_id: referral.user_id, hc_id: referral.hc.id, approve: false } }}
      list={listPendingReferrals}
      texts={{ title: texts.title, confirm: texts.confirm, cancel: texts.cancel }}
      facts={referral ? [[texts.referral, `#${referral.user_id} ${referral.company}`]] : []}
      told={({ message }) => message}
      onClose={onClose}
    >
      {texts.question}
    </RemoveModal>
  );
}
