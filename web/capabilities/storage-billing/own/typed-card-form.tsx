import { CardForm as CardFields } from '@vialkeep/contract/cards.ts';
import { useState } from 'react';
import { CardNumberField, SecurityCodeField } from '../../../components/payment/card-fields.tsx';
import { makeCardToken } from '../../../components/payment/tokens/make-card-token.ts';
import { type Failure, failureOf } from '../../../kernel/api/failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { today } from '../../../ui/display/formats.ts';
import { CheckboxField } from '../../../ui/form/fields/choice-fields.tsx';
import { MonthField } from '../../../ui/form/fields/date-fields.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.cardForm;
const empty = { default: false, card_holder: '', card_number: '', expiration_date: '', cvv: '' };

/** The fields of the form by the names of the payment provider. */
const fieldNames = { number: 'card_number', expires: 'expiration_date', code: 'cvv', holder: 'card_holder' };

export type CardByToken = {
  readonly card_token: string;
  readonly full_name: string;
  readonly expiration_date: string;
  readonly keep_card: boolean;
};

type Props = {
  label: string;
  submit: string;
  /** The label of the choice to keep the card; without it the card is kept. */
  keep?: string;
  busy: boolean;
  refusal: Failure | null;
  onCard: (card: CardByToken) => Promise<unknown>;
  onCancel: () => void;
};

/** A typed card. It goes to the payment provider, and only its token is sent to the product. */
export function TypedCardForm({ label, submit, keep, busy, refusal, onCard, onCancel }: Props) {
  const form = useSchemaForm(CardFields, empty);
  // Why the payment provider made no token.
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isTokenising, setTokenising] = useState(false);

  async function send(values: typeof empty) {
    setFailure(null);
    setTokenising(true);
    const { card_holder, card_number: number, expiration_date: expires, cvv: code } = values;
    try {
      const card_token = await makeCardToken({ number, expires, code, holder: card_holder }, fieldNames);
      return await onCard({ card_token, full_name: card_holder, expiration_date: expires, keep_card: values.default });
    } catch (thrown) {
      setFailure(failureOf(thrown));
      return null;
    } finally {
      setTokenising(false);
    }
  }

  return (
    <Form
      form={form}
      label={label}
      command={{ busy: busy || isTokenising, refusal: failure ?? refusal }}
      onSubmit={send}
    >
      <Fields>
        <TextField name="card_holder" label={texts.holder} autoComplete="cc-name" required />
        <CardNumberField name="card_number" label={texts.number} required />
        <Fields columns={2}>
          <MonthField
            name="expiration_date"
            label={texts.expiration}
            placeholder={texts.expirationExample}
            min={`${today().slice(0, 7)}-01`}
            required
          />
          <SecurityCodeField name="cvv" label={texts.code} required />
        </Fields>
        {keep && <CheckboxField name="default" label={keep} />}
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Submit>{submit}</Submit>
      </FormActions>
    </Form>
  );
}
