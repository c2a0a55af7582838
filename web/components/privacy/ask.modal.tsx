import {
  askForPrivacy,
  listOwnPrivacyRequests,
  PRIVACY_TEXT_MAX,
  type PrivacyKind,
} from '@vialkeep/contract/privacy.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import classes from './privacy.module.css';
import { privacyTexts } from './privacy.texts.ts';

const texts = privacyTexts.own;

export function AskModal({ kind, onClose }: { kind: PrivacyKind | null; onClose: () => void }) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = (message: string) => {
    onClose();
    notices.success(message);
  };
  return (
    <FormModal opened={kind !== null} title={kind ? texts.ask[kind] : ''} onClose={onClose}>
      {kind && <AskForm key={kind} kind={kind} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type AskFormProps = { kind: PrivacyKind; onDone: (message: string) => void; onCancel: () => void };

function AskForm({ kind, onDone, onCancel }: AskFormProps) {
  const form = useRouteForm(askForPrivacy, { kind, text: '' });
  const command = useCommand(askForPrivacy, {
    refreshes: [listOwnPrivacyRequests],
    onDone: ({ message }) => onDone(message),
  });
  const isRequired = kind === 'correction' || kind === 'question';
  return (
    <Form form={form} command={command} label={texts.ask[kind]} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <p className={classes.lead}>{texts.lead[kind]}</p>
        {kind !== 'export' && (
          <TextAreaField name="text" label={texts.text[kind]} maxLength={PRIVACY_TEXT_MAX} required={isRequired} />
        )}
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{privacyTexts.cancel}</Button>
        <Submit danger={kind === 'erasure'}>{texts.send}</Submit>
      </FormActions>
    </Form>
  );
}
