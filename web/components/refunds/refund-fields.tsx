import { type RefundOptions, RefundReason } from '@vialkeep/contract/refunds.ts';
import { Button } from '../../ui/actions/button.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { MoneyField } from '../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { consequencesOf, failureOf, type RefundRequest } from './refund-consequences.ts';
import classes from './refunds.module.css';
import { refundsTexts as texts } from './refunds.texts.ts';

const reasons = RefundReason.options.map((value) => ({ value, label: texts.reasons[value] }));

type Props = { options: RefundOptions; asked: RefundRequest; onCancel: () => void };

/** What a refund asks for; above its button stands what will follow from it. */
export function RefundFields({ options, asked, onCancel }: Props) {
  return (
    <>
      <Fields>
        <MoneyField name="amount" label={texts.amount} help={texts.amountHelp(formatDollars(options.left))} required />
        <SelectField name="reason" label={texts.reason} options={reasons} required />
        <TextAreaField name="note" label={texts.note} help={texts.noteHelp} maxLength={1_000} rows={2} required />
        {options.coupon !== null && (
          <CheckboxField name="return_coupon" label={texts.coupon(options.coupon)} help={texts.couponHelp} />
        )}
        <CheckboxField name="outside" label={texts.outside} help={texts.outsideHelp} />
        <section aria-label={texts.consequences}>
          <h4 className={classes.subtitle}>{texts.consequences}</h4>
          <ul className={classes.will} aria-live="polite">
            {consequencesOf(options, asked).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Submit danger disabled={failureOf(options, asked) !== null}>
          {texts.submit}
        </Submit>
      </FormActions>
    </>
  );
}
