import { type AdministeredPrivacyRequest, erasePerson, listPrivacyRequests } from '@vialkeep/contract/privacy.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import classes from '../../components/privacy/privacy.module.css';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';

const texts = privacyTexts.administered;
type Props = { request: AdministeredPrivacyRequest | null; onClose: () => void };

/** The administrator types the number of the member, so that no wrong row is erased by a click. */
export function EraseModal({ request, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = (message: string) => {
    onClose();
    notices.success(message);
  };
  return (
    <FormModal opened={request !== null} title={texts.eraseTitle} onClose={onClose}>
      {request && <EraseForm key={request.id} request={request} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type EraseFormProps = { request: AdministeredPrivacyRequest; onDone: (message: string) => void; onCancel: () => void };

function EraseForm({ request, onDone, onCancel }: EraseFormProps) {
  const form = useRouteForm(erasePerson, { confirm: '' });
  const command = useCommand(erasePerson, {
    refreshes: [listPrivacyRequests, readWaiting],
    onDone: ({ message }) => onDone(message),
  });
  const { person } = request;
  return (
    <Form
      form={form}
      command={command}
      label={texts.eraseTitle}
      onSubmit={(body) => command.run({ params: { id: request.id }, body })}
    >
      <Fields>
        <p className={classes.lead}>{texts.eraseQuestion}</p>
        <Facts facts={[[texts.person, texts.personName(person.name, person.id)]]} />
        <TextField name="confirm" label={texts.confirm(person.id)} autoComplete="off" required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{privacyTexts.cancel}</Button>
        <Submit danger>{texts.erase}</Submit>
      </FormActions>
    </Form>
  );
}
