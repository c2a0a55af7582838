import { type AdministeredPrivacyRequest, createLegalHold, listPrivacyRequests } from '@vialkeep/contract/privacy.ts';
import classes from '../../components/privacy/privacy.module.css';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';

const texts = privacyTexts.administered;
type Props = { request: AdministeredPrivacyRequest | null; onClose: () => void };

export function HoldModal({ request, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = (message: string) => {
    onClose();
    notices.success(message);
  };
  return (
    <FormModal opened={request !== null} title={texts.holdTitle} size="sm" onClose={onClose}>
      {request && <HoldForm key={request.id} request={request} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type HoldFormProps = { request: AdministeredPrivacyRequest; onDone: (message: string) => void; onCancel: () => void };

function HoldForm({ request, onDone, onCancel }: HoldFormProps) {
  const form = useRouteForm(createLegalHold, { user_id: request.person.id, reason: '' });
  const command = useCommand(createLegalHold, {
    refreshes: [listPrivacyRequests],
    onDone: ({ message }) => onDone(message),
  });
  return (
    <Form form={form} command={command} label={texts.holdTitle} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <p className={classes.lead}>{texts.holdQuestion}</p>
        <TextField name="reason" label={texts.reason} maxLength={500} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{privacyTexts.cancel}</Button>
        <Submit>{texts.setHold}</Submit>
      </FormActions>
    </Form>
  );
}
