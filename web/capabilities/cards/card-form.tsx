import {
  addCard,
  addFirstCard,
  CardForm as CardFields,
  listCards,
  readCustomerProfile,
} from '@vialkeep/contract/cards.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { CardNumberField, SecurityCodeField } from '../../components/payment/card-fields.tsx';
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

/** The form sends the card data once and keeps no draft; only the payment provider stores it (F090). */
export function CardForm({ isOpen, isFirst, profileId, onSaving, onSaved, onCancel }: Props) {
  const { id } = useUser();
  const form = useSchemaForm(CardFields, empty);
  const command = useCommand(profileId === null ? addFirstCard : addCard, {
    refreshes: [readCustomerProfile, listCards],
    onDone: onSaved,
  });
  const place = useFocusWhen(isOpen);
  useDefaultOfFirst(form, isOpen && isFirst);

  async function save(values: typeof empty) {
    onSaving(true);
    const saved = await command.run({ body: { ...values, customer_profile_id: profileId, user_id: id } });
    onSaving(false);
    return saved;
  }

  return (
    <div ref={place}>
      <Card title={texts.title} note={isOpen ? texts.safe : texts.closed}>
        <Form form={form} label={texts.title} command={command} onSubmit={save}>
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
