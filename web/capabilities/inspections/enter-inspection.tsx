import { useLocation, useNavigate } from '@tanstack/react-router';
import { openInspection, sendInspectionCode } from '@vialkeep/contract/inspections.ts';
import { useState } from 'react';
import { queryClient, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { storeInspection } from '../../kernel/session/inspection-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FailureNote } from '../../ui/feedback/failure-note.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.enter;

/** Asks for a code, and enters with it. The message says why an earlier session ended. */
export function EnterInspection({ message }: { message: string | null }) {
  const key = new URLSearchParams(useLocation().searchStr).get('key') ?? '';
  return (
    <FullScreenCard title={texts.title} lead={key === '' ? texts.noKey : texts.lead}>
      <div className={classes.ways}>
        {message !== null && <FailureNote>{message}</FailureNote>}
        {key !== '' && <Ways letterKey={key} />}
      </div>
    </FullScreenCard>
  );
}

function Ways({ letterKey }: { letterKey: string }) {
  const [sent, setSent] = useState<string | null>(null);
  const sending = useCommand(sendInspectionCode, { onDone: (answer) => setSent(answer.message) });
  const send = () => void sending.run({ body: { key: letterKey }, anonymous: true });
  return (
    <>
      {sending.refusal && <FailureNote>{sending.refusal.message}</FailureNote>}
      {sent !== null && (
        <p role="status" className={classes.lead}>
          {sent}
        </p>
      )}
      {sent !== null && <CodeForm letterKey={letterKey} />}
      <Button kind={sent === null ? 'primary' : 'quiet'} fullWidth busy={sending.busy} onClick={send}>
        {sent === null ? texts.send : texts.again}
      </Button>
    </>
  );
}

function CodeForm({ letterKey }: { letterKey: string }) {
  const navigate = useNavigate();
  const form = useRouteForm(openInspection, { key: letterKey, code: '' });
  const command = useCommand(openInspection, {
    onDone: (opened) => {
      // Answers of an earlier inspection in this tab are of another scope.
      queryClient.clear();
      storeInspection(opened);
      // The key does not stay in the address or the history.
      void navigate({ ...linkTo(addresses.inspection), replace: true });
    },
  });
  return (
    <Form form={form} command={command} label={texts.code} onSubmit={(body) => command.run({ body, anonymous: true })}>
      <Fields>
        <TextField
          name="code"
          label={texts.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          secret
          autoFocus
          required
        />
      </Fields>
      <FormActions>
        <Submit fullWidth>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
