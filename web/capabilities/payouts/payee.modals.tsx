import { type PayoutRun, readPayoutRun, returnPayout, setPayeeReference } from '@vialkeep/contract/payouts.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextAreaField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import type { PayeeRow } from './payouts.columns.tsx';
import { payoutsTexts } from './payouts.texts.ts';
import { changedByStep } from './run-steps.tsx';

const texts = payoutsTexts.one;

type Props = { run: PayoutRun; payee: PayeeRow; onDone: (words: string) => void; onClose: () => void };

export function ReturnForm({ run: { id }, payee: { person }, onDone, onClose }: Props) {
  const form = useRouteForm(returnPayout, { person_id: person.id, note: '' });
  const command = useCommand(returnPayout, {
    refreshes: changedByStep,
    onDone: () => onDone(texts.returned),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.returnTitle}
      onSubmit={(body) => command.run({ params: { id }, body })}
    >
      <Fields>
        <p>{person.name}</p>
        <p>{texts.returnLead}</p>
        <TextAreaField name="note" label={texts.note} maxLength={1000} rows={2} required />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{payoutsTexts.cancelForm}</Button>
        <Submit>{texts.return}</Submit>
      </FormActions>
    </Form>
  );
}

export function NumberForm({ run: { domain }, payee: { person, payee_reference }, onDone, onClose }: Props) {
  const form = useRouteForm(setPayeeReference, { domain_id: domain.id, reference: payee_reference });
  const command = useCommand(setPayeeReference, {
    refreshes: [readPayoutRun],
    onDone: ({ message }) => onDone(message),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.numberTitle}
      onSubmit={(body) => command.run({ params: { id: person.id }, body })}
    >
      <Fields>
        <p>{person.name}</p>
        <TextField name="reference" label={texts.number} help={texts.numberHelp} maxLength={40} autoComplete="off" />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{payoutsTexts.cancelForm}</Button>
        <Submit>{texts.save}</Submit>
      </FormActions>
    </Form>
  );
}
