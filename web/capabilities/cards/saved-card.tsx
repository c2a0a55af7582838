import { IconTrash } from '@tabler/icons-react';
import { listCards, readCustomerProfile, type SavedCard } from '@vialkeep/contract/cards.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { BrandMark } from '../../components/payment/brand-mark.tsx';
import { expiryOf } from '../../components/payment/card-expiry.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { SwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { BusyModal } from '../../ui/overlays/busy-modal.tsx';
import classes from './cards.module.css';
import { cardsTexts as texts } from './cards.texts.ts';

type Props = {
  card: SavedCard;
  /** Absent if the user cannot change the card. */
  onDelete?: () => void;
};

export function SavedCardView({ card, onDelete }: Props) {
  const number = texts.number(card.card_number);
  return (
    <article aria-label={number} className={classes.card}>
      <Card>
        <div className={classes.face}>
          <BrandMark brand={card.card_type} />
          <div className={classes.about}>
            <span className={classes.number}>{number}</span>
            <span>{card.card_holder}</span>
            <span className={classes.expiry}>
              {texts.expires(card.expiration_date)}
              <ExpiryNote month={card.expiration_date} />
            </span>
          </div>
        </div>
        {onDelete ? (
          <div className={classes.controls}>
            <DefaultSwitch card={card} />
            <IconButton name={texts.delete(number)} icon={<IconTrash size={18} />} onClick={onDelete} />
          </div>
        ) : (
          card.default && <StatusPill tone="done">{texts.switch}</StatusPill>
        )}
      </Card>
    </article>
  );
}

function ExpiryNote({ month }: { month: string }) {
  const expiry = expiryOf(month);
  if (expiry === 'good') return null;
  return <StatusPill tone={expiry === 'soon' ? 'waiting' : 'failed'}>{texts[expiry]}</StatusPill>;
}

/** The default card is stored on the user (F091). */
function DefaultSwitch({ card }: { card: SavedCard }) {
  const { id } = useUser();
  const notices = useNotices();
  const refreshes = [readCustomerProfile, listCards];
  const choose = useCommand(updateUser, {
    refreshes,
    onDone: () => notices.success(texts.defaultChanged),
    onRefused: ({ message }) => {
      notices.error(message);
      void refresh(refreshes);
    },
  });

  async function change(on: boolean) {
    if (!on) return notices.info(texts.alwaysOne);
    await choose.run({ params: { id }, body: { auth_customer_payment_profile_id: card.payment_profile_id } });
  }

  return (
    <>
      <SwitchField label={texts.switch} checked={card.default} onSave={change} />
      <BusyModal opened={choose.busy} text={texts.updatingDefault} />
    </>
  );
}
