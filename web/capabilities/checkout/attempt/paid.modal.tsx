import { IconPrinter } from '@tabler/icons-react';
import type { Purchase } from '@vialkeep/contract/checkout.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDollars } from '../../../ui/display/formats.ts';
import { ModalFrame } from '../../../ui/overlays/modal-frame.tsx';
import classes from '../checkout.module.css';
import { checkoutTexts } from '../checkout.texts.ts';
import { cardName } from '../sections/payment-section.tsx';
import { Receipt } from './receipt.tsx';

const texts = checkoutTexts.result;

type Props = {
  message: string;
  purchase: Purchase;
  next: readonly string[];
  onClose: () => void;
};

/** Shows the paid amount and the next steps (F106). */
export function PaidModal({ message, purchase, next, onClose }: Props) {
  const { total, transaction_id, card, receipt_to } = purchase;
  return (
    <ModalFrame
      opened
      onCancel={onClose}
      title={message}
      footer={
        <div className={classes.buttons}>
          <Button icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {texts.print}
          </Button>
          <LinkButton to={linkTo(addresses.dashboard)}>{texts.dashboard}</LinkButton>
          <Button kind="primary" onClick={onClose} takesFocus>
            {texts.close}
          </Button>
        </div>
      }
    >
      <Facts
        facts={[
          [texts.amount, formatDollars(total)],
          [texts.transaction, `#${transaction_id}`],
          [texts.card, card ? cardName(card) : texts.noCard],
          [texts.receipt, texts.receiptTo(receipt_to)],
        ]}
      />
      <h3 className={classes.next}>{texts.next}</h3>
      <ul className={classes.steps}>
        {next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <Receipt purchase={purchase} />
    </ModalFrame>
  );
}
