import { askToEndStorage, readOwnStorage } from '@vialkeep/contract/storage.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../storage-billing.module.css';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.end;

/** Asks to end the plan; an administrator decides with the patient. */
export function AskToEndModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.done);
  };
  return (
    <FormModal opened={opened} title={texts.title} onClose={onClose}>
      {opened && <AskForm onSent={close} onCancel={onClose} />}
    </FormModal>
  );
}

function AskForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const form = useRouteForm(askToEndStorage, { note: '' });
  const command = useCommand(askToEndStorage, { refreshes: [readOwnStorage], onDone: onSent });
  return (
    <Form form={form} command={command} label={texts.title} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <p className={classes.lead}>{texts.lead}</p>
        <TextAreaField name="note" label={texts.note} rows={3} maxLength={1_000} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
