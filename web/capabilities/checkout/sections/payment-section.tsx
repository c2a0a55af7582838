import type { SavedCard } from '@vialkeep/contract/cards.ts';
import { BrandMark } from '../../../components/payment/brand-mark.tsx';
import { brandNames } from '../../../components/payment/brand-names.ts';
import { expiryOf } from '../../../components/payment/card-expiry.ts';
import { CardNumberField, SecurityCodeField } from '../../../components/payment/card-fields.tsx';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { TextLink } from '../../../ui/actions/link.tsx';
import { today } from '../../../ui/display/formats.ts';
import { MonthField } from '../../../ui/form/fields/date-fields.tsx';
import { type RadioCard, RadioCardsField } from '../../../ui/form/fields/radio-cards.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Fields } from '../../../ui/form/layout/form-layout.tsx';
import { FormSection } from '../../../ui/form/layout/form-section.tsx';
import classes from '../checkout.module.css';
import { checkoutTexts } from '../checkout.texts.ts';
import type { Asks } from '../checkout-fields.ts';
import { NEW_CARD } from '../checkout-values.ts';

const texts = checkoutTexts.payment;
const { sections } = checkoutTexts;

type Props = {
  asks: Asks;
  /** Sorted with the default first. */
  cards: readonly SavedCard[];
  /** Whether this account can save cards; buyers cannot. */
  keepsCards: boolean;
  summary: string;
};

const names = ['payment', 'full_name', 'card_number', 'expiration_date', 'cvc'];

/** Offers the saved cards, or a new card whose fields appear under its radio (F104). */
export function PaymentSection({ asks, cards, keepsCards, summary }: Props) {
  const title = sections.payment[asks.buyer];
  return (
    <FormSection title={title} summary={summary} names={names}>
      <Fields>
        {keepsCards && cards.length === 0 && (
          <p className={classes.noCards}>
            {texts.none}
            <TextLink to={linkTo(addresses.cards)}>{texts.where}</TextLink>
          </p>
        )}
        <RadioCardsField name="payment" label={title} required cards={cards.map(radioOf)} after={[newCard]} />
      </Fields>
    </FormSection>
  );
}

export function cardName({ card_type, card_number }: Pick<SavedCard, 'card_type' | 'card_number'>): string {
  return texts.endingIn(brandNames[card_type], card_number);
}

function radioOf(card: SavedCard): RadioCard {
  const isExpired = expiryOf(card.expiration_date) === 'expired';
  const expiry = texts.expiry(card.expiration_date);
  return {
    value: card.payment_profile_id,
    label: cardName(card),
    note: isExpired ? `${expiry} · ${texts.expired}` : expiry,
    picture: <BrandMark brand={card.card_type} />,
    disabled: isExpired,
  };
}

/** The card data is sent once; the form stores no draft. */
function NewCardFields() {
  return (
    <Fields>
      <TextField
        name="full_name"
        label={texts.fullName}
        help={texts.fullNameHelp}
        autoComplete="cc-name"
        required
        secret
      />
      <CardNumberField name="card_number" label={texts.number} help={texts.safe} required />
      <Fields columns={2}>
        <MonthField
          name="expiration_date"
          label={texts.expiration}
          placeholder={texts.expirationExample}
          min={`${today().slice(0, 7)}-01`}
          required
        />
        <SecurityCodeField name="cvc" label={texts.code} help={texts.codeHelp} required />
      </Fields>
    </Fields>
  );
}

const newCard: RadioCard = { value: NEW_CARD, label: texts.new, children: <NewCardFields /> };
