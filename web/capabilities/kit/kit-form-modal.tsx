import { resetPassword } from '@vialkeep/contract/session.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { EmailField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';

export function KitFormModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormModal opened={opened} title="Add Sales Rep" onClose={onClose}>
      <Inside onDone={onClose} />
    </FormModal>
  );
}

function Inside({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  const form = useRouteForm(resetPassword, { email: '' });
  return (
    <Form
      form={form}
      label="Add Sales Rep"
      onSubmit={async () => notices.success('Record has been created!', { onSucceeded: onDone })}
    >
      <Fields>
        <EmailField name="email" label="E-mail" required autoFocus />
      </Fields>
      <FormActions>
        <Submit>Submit</Submit>
      </FormActions>
    </Form>
  );
}
