import { markPayoutRunPaid, type PayoutRun } from '@vialkeep/contract/payouts.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { DateField } from '../../ui/form/fields/date-fields.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import type { PayeeRow } from './payouts.columns.tsx';
import { payoutsTexts } from './payouts.texts.ts';
import { changedByStep } from './run-steps.tsx';
import { utcToday } from './utc-today.ts';

const texts = payoutsTexts.one;

type Props = {
  run: PayoutRun;
  /** Left out for all to whom a payment is due. */
  payee?: PayeeRow;
  opened: boolean;
  onClose: () => void;
};

/** Notes that bank or payroll has paid one person, or all of a run. */
export function PayRunModal({ opened, ...props }: Props) {
  const { onClose } = props;
  // Of the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const end = () => {
    onClose();
    notices.success(texts.paid);
  };
  return (
    <FormModal opened={opened} title={texts.markPaid} onClose={onClose}>
      {opened && <PayRunForm {...props} onDone={end} />}
    </FormModal>
  );
}

type PayFormProps = Omit<Props, 'opened'> & { onDone: () => void };

function PayRunForm({ run: { id, made_at }, payee, onClose, onDone }: PayFormProps) {
  const form = useRouteForm(markPayoutRunPaid, {
    paid_on: utcToday(),
    reference: '',
    ...(payee ? { person_ids: [payee.person.id] } : {}),
  });
  const command = useCommand(markPayoutRunPaid, { refreshes: changedByStep, onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.markPaid}
      onSubmit={(body) => command.run({ params: { id }, body })}
    >
      <Fields>
        <p>{payee?.person.name ?? texts.allDue}</p>
        <DateField name="paid_on" label={texts.paidOn} min={made_at.slice(0, 10)} max={utcToday()} required />
        <TextField
          name="reference"
          label={texts.reference}
          help={texts.referenceHelp}
          maxLength={100}
          autoComplete="off"
        />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{payoutsTexts.cancelForm}</Button>
        <Submit>{texts.markPaid}</Submit>
      </FormActions>
    </Form>
  );
}
