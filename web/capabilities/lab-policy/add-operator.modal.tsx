import { addOperator, listOperators } from '@vialkeep/contract/lab-policy.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { operatorsTexts as texts } from './lab-policy.texts.ts';
import type { NewBadge } from './show-badge.modal.tsx';

type Props = { opened: boolean; onAdded: (badge: NewBadge) => void; onClose: () => void };

export function AddOperator({ opened, onAdded, onClose }: Props) {
  return (
    <FormModal opened={opened} title={texts.add} onClose={onClose}>
      {opened && <OperatorForm onAdded={onAdded} onClose={onClose} />}
    </FormModal>
  );
}

function OperatorForm({ onAdded, onClose }: Omit<Props, 'opened'>) {
  const lab = useBenchLab();
  const form = useRouteForm(addOperator, { name: '', may_sign: false });
  const command = useCommand(addOperator, {
    refreshes: [listOperators],
    onDone: (made, { body }) => onAdded({ ...made, name: body.name }),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.add}
      onSubmit={(values) => command.run({ body: { ...values, ...lab.inBody } })}
    >
      <Fields>
        <TextField name="name" label={texts.name} autoComplete="off" maxLength={100} required />
        <CheckboxField name="may_sign" label={texts.mayConfirm} help={texts.mayConfirmHelp} />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.add}</Submit>
      </FormActions>
    </Form>
  );
}
