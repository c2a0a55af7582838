import { cardBrands } from '@vialkeep/contract/card-number.ts';
import { CardForm } from '@vialkeep/contract/cards.ts';
import { BrandMark } from '../../components/payment/brand-mark.tsx';
import { CardNumberField, SecurityCodeField } from '../../components/payment/card-fields.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { FormSwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { MonthField } from '../../ui/form/fields/date-fields.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import classes from './kit.module.css';

export function KitPayment() {
  const notices = useNotices();
  const form = useSchemaForm(CardForm, {
    default: true,
    card_holder: '',
    card_number: '4111 1111 1111 1112',
    expiration_date: '',
    cvv: '',
  });
  return (
    <>
      <div className={classes.brands}>
        {cardBrands.map((brand) => (
          <BrandMark key={brand} brand={brand} />
        ))}
      </div>
      <Form form={form} label="A card" onSubmit={async () => notices.success('The card is right.')}>
        <Fields columns={2}>
          <TextField name="card_holder" label="Name on the card" autoComplete="off" required />
          <CardNumberField name="card_number" label="Number" required />
          <MonthField name="expiration_date" label="Expiration" placeholder="12/25" required />
          <SecurityCodeField name="cvv" label="Security code" required />
          <FormSwitchField name="default" label="Set as default" />
        </Fields>
        <FormActions>
          <Submit>Check the card</Submit>
        </FormActions>
      </Form>
    </>
  );
}
