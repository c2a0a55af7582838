import { adjustCommission, type CommissionLine, listCommissionLines } from '@vialkeep/contract/commissions.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { payeesOf } from '../../../components/money/payees.ts';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDollars } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { MoneyField } from '../../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../commissions.module.css';
import { AdjustmentValues, buildAdjustment } from './adjustment-values.ts';
import { linesTexts } from './lines.texts.ts';

const texts = linesTexts.adjustment;
const LEAST = -1_000_000;

type Props = {
  /** The line that is adjusted, 'new' for an adjustment without a line, null while the modal is closed. */
  of: CommissionLine | 'new' | null;
  onClose: () => void;
};

export function AdjustmentModal({ of, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.done);
  };
  return (
    <FormModal opened={of !== null} title={texts.title} onClose={onClose}>
      {of !== null && <AdjustmentForm line={of === 'new' ? null : of} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type AdjustmentFormProps = { line: CommissionLine | null; onDone: () => void; onCancel: () => void };

function AdjustmentForm({ line, onDone, onCancel }: AdjustmentFormProps) {
  const { domain } = useUser();
  const sites = useApi(listDomains, {}).data ?? [];
  const form = useSchemaForm(AdjustmentValues, {
    domain_id: domain.id,
    person_id: line?.person.id ?? null,
    amount: null,
    reason: '',
  });
  const command = useCommand(adjustCommission, { refreshes: [listCommissionLines], onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(values) => {
        return command.run({ body: buildAdjustment(values, line) });
      }}
    >
      <Fields>
        <p className={classes.lead}>{texts.lead}</p>
        {line ? (
          <Facts
            facts={[
              [texts.person, line.person.name],
              [texts.ofLine, line.words],
              [linesTexts.amount, formatDollars(line.amount)],
            ]}
          />
        ) : (
          <>
            {sites.length > 1 && <SelectField name="domain_id" label={texts.site} options={sites} required />}
            <EntitySelect
              name="person_id"
              label={texts.person}
              source={payeesOf(form.getValues().domain_id)}
              required
            />
          </>
        )}
        <MoneyField name="amount" label={texts.amount} help={texts.amountHelp} min={LEAST} required />
        <TextAreaField name="reason" label={texts.reason} rows={2} maxLength={1_000} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{linesTexts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
