import { deleteCard, listCards, readCustomerProfile, type SavedCard } from '@vialkeep/contract/cards.ts';
import { brandNames } from '../../components/payment/brand-names.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { cardsTexts } from './cards.texts.ts';

const texts = cardsTexts.remove;

type Props = {
  /** The card to delete; null while the modal is closed. */
  card: SavedCard | null;
  onClose: () => void;
};

/** Asks for confirmation before it deletes the card (F092). */
export function DeleteCard({ card, onClose }: Props) {
  const notices = useNotices();
  const refreshes = [readCustomerProfile, listCards];
  const command = useCommand(deleteCard, {
    refreshes,
    onDone: () => {
      onClose();
      notices.success(texts.deleted);
    },
    // Another tab may have deleted it already.
    onRefused: () => void refresh(refreshes),
  });

  function close() {
    command.reset();
    onClose();
  }

  function confirm() {
    if (!card) return;
    void command.run({ body: { profile_id: card.profile_id, payment_id: card.payment_profile_id } });
  }

  return (
    <ConfirmModal
      opened={card !== null}
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      danger
      busy={command.busy}
      failure={command.refusal}
      facts={
        card
          ? [
              [texts.card, `${brandNames[card.card_type]} ${cardsTexts.number(card.card_number)}`],
              [texts.holder, card.card_holder],
            ]
          : []
      }
      onConfirm={confirm}
      onCancel={close}
    >
      {texts.question}
    </ConfirmModal>
  );
}
