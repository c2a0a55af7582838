import { decline, readSigning } from '@vialkeep/contract/signing.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { broadcastSigning } from '../../kernel/signing/signing-signal.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { documentIdIn } from './completion/completion-address.ts';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.decline;

type Props = { signingId: string; returnTo: string };

export function DeclineButton({ signingId, returnTo }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {texts.open}
      </Button>
      <FormModal opened={asking} title={texts.title} size="sm" onClose={() => setAsking(false)}>
        <DeclineForm signingId={signingId} returnTo={returnTo} onCancel={() => setAsking(false)} />
      </FormModal>
    </>
  );
}

function DeclineForm({ signingId, returnTo, onCancel }: Props & { onCancel: () => void }) {
  const form = useRouteForm(decline, { reason: '' });
  const command = useCommand(decline, {
    refreshes: [readSigning],
    onDone: () => {
      const documentId = documentIdIn(returnTo);
      if (documentId !== null) broadcastSigning({ documentId, step: 'declined' });
    },
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(body) => command.run({ params: { signingId }, body })}
    >
      <TextAreaField name="reason" label={texts.reason} help={texts.reasonHelp} maxLength={500} rows={3} />
      <FormActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Submit danger>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
