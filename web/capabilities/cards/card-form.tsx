import {
  addCard,
  addFirstCard,
  CardForm as CardFields,
  listCards,
  readCustomerProfile,
} from '@vialkeep/contract/cards.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CardNumberField, SecurityCodeField } from '../../components/payment/card-fields.tsx';
import { makeCardToken } from '../../components/payment/tokens/make-card-token.ts';
import { type Failure, failureOf } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { FIRST_CARD_DEFAULT_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { today } from '../../ui/display/formats.ts';
import { FormSwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { MonthField } from '../../ui/form/fields/date-fields.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { type FormOf, useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { cardsTexts } from './cards.texts.ts';

const texts = cardsTexts.form;

const empty = { default: false, card_holder: '', card_number: '', expiration_date: '', cvv: '' };

type Props = {
  /** The form is closed until the user clicks Add, and opens empty. */
  isOpen: boolean;
  isFirst: boolean;
  /** Null while the payment provider has no profile of this user. */
  profileId: string | null;
  onSaving: (isSaving: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
};

/** The fields of the form by the names of the payment provider. */
const fieldNames = { number: 'card_number', expires: 'expiration_date', code: 'cvv', holder: 'card_holder' };

/** The card goes to the payment provider, which stores it, and only its token is sent; no draft is kept (F090). */
export function CardForm({ isOpen, isFirst, profileId, onSaving, onSaved, onCancel }: Props) {
  const { id } = useUser();
  const form = useSchemaForm(CardFields, empty);
  const command = useCommand(profileId === null ? addFirstCard : addCard, {
    refreshes: [readCustomerProfile, listCards],
    onDone: onSaved,
  });
  // Why the payment provider made no token.
  const [failure, setFailure] = useState<Failure | null>(null);
  const place = useFocusWhen(isOpen);
  useDefaultOfFirst(form, isOpen && isFirst);

  async function save(values: typeof empty) {
    command.reset();
    setFailure(null);
    onSaving(true);
    const card_token = await tokenOf(values);
    const saved = card_token === null ? null : await command.run({ body: bodyOf(values, card_token) });
    onSaving(false);
    return saved;
  }

  /** Null when the payment provider makes none. */
  function tokenOf({ card_number, expiration_date, cvv, card_holder }: typeof empty): Promise<string | null> {
    const card = { number: card_number, expires: expiration_date, code: cvv, holder: card_holder };
    return makeCardToken(card, fieldNames).catch((thrown: unknown) => {
      setFailure(failureOf(thrown));
      return null;
    });
  }

  function bodyOf({ card_holder, expiration_date, ...values }: typeof empty, card_token: string) {
    const card = { card_holder, card_token, expiration_date };
    return { ...card, default: values.default, customer_profile_id: profileId, user_id: id };
  }

  return (
    <div ref={place}>
      <Card title={texts.title} note={isOpen ? texts.safe : texts.closed}>
        <Form
          form={form}
          label={texts.title}
          command={{ busy: command.busy, refusal: failure ?? command.refusal }}
          onSubmit={save}
        >
          <Fields>
            <FormSwitchField name="default" label={texts.default} disabled={!isOpen} />
            <TextField name="card_holder" label={texts.holder} autoComplete="cc-name" required disabled={!isOpen} />
            <CardNumberField name="card_number" label={texts.number} required disabled={!isOpen} />
            <Fields columns={2}>
              <MonthField
                name="expiration_date"
                label={texts.expiration}
                placeholder={texts.expirationExample}
                min={`${today().slice(0, 7)}-01`}
                required
                disabled={!isOpen}
              />
              <SecurityCodeField name="cvv" label={texts.code} required disabled={!isOpen} />
            </Fields>
          </Fields>
          <FormActions>
            {isOpen && (
              <Button onClick={onCancel} disabled={command.busy}>
                {texts.cancel}
              </Button>
            )}
            <Submit disabled={!isOpen}>{texts.submit}</Submit>
          </FormActions>
        </Form>
      </Card>
    </div>
  );
}

/** Scrolls the form into view when it opens; on a phone it is far below its button. */
function useFocusWhen(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLInputElement>('input[name="card_holder"]')?.focus();
  }, [isOpen]);
  return place;
}

/** Sets the default flag one second after opening, as documented. The flag does not count as unsaved input. */
function useDefaultOfFirst(form: FormOf<typeof empty>, isFirst: boolean) {
  const set = useEffectEvent(() => {
    form.setFieldValue('default', true);
    form.resetDirty({ ...empty, default: true });
  });
  useEffect(() => {
    if (!isFirst) return;
    const timer = setTimeout(() => set(), FIRST_CARD_DEFAULT_MS);
    return () => clearTimeout(timer);
  }, [isFirst]);
}
