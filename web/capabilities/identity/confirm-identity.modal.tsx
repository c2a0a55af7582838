import { signLinkForAttestation, signLinkForPatient } from '@vialkeep/contract/documents.ts';
import { clearHold, sendHoldCode } from '@vialkeep/contract/identity.ts';
import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { ProofForm } from '../../components/identity/proof-form.tsx';
import { useStepUp } from '../../components/identity/use-step-up.ts';
import { useCommand } from '../../kernel/api/query.ts';
import type { Confirmation } from '../../kernel/navigation/confirmation.ts';
import { UnsavedContext, unsavedScope } from '../../kernel/navigation/unsaved.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import { FailureNote } from '../../ui/feedback/failure-note.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import classes from './identity.module.css';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.confirm;

/** Names of these calls for the user; other calls use the contract's summary. */
const acts: Readonly<Record<string, string>> = {
  [signLinkForPatient.summary]: texts.signing,
  [signLinkForAttestation.summary]: texts.signing,
};

type Answered = { onAnswered: (isConfirmed: boolean) => void };

/** Escape cancels without a question; the input here is not worth one. */
export function ConfirmIdentityModal({ act, by, sendsAtOnce, onAnswered }: Confirmation & Answered) {
  const scope = useMemo(() => unsavedScope(), []);
  const what = { act: acts[act] ?? act, onAnswered };
  return (
    <ModalFrame opened onCancel={() => onAnswered(false)} title={texts.title}>
      <UnsavedContext value={scope}>
        {by === 'mailed_code' ? <EndHold {...what} sendsAtOnce={sendsAtOnce} /> : <ProveAgain {...what} methods={by} />}
      </UnsavedContext>
    </ModalFrame>
  );
}

/** The act needs a fresh proof of identity. */
function ProveAgain({ act, methods, onAnswered }: Answered & { act: string; methods: readonly ProofMethod[] }) {
  const proving = useStepUp(() => onAnswered(true));
  return (
    <>
      <div className={classes.question}>
        <Facts facts={[[texts.act, act]]} />
      </div>
      <ProofForm
        {...proving}
        label={texts.title}
        methods={methods}
        submit={texts.submit}
        beside={<Button onClick={() => onAnswered(false)}>{texts.cancel}</Button>}
      />
    </>
  );
}

type HoldProps = Answered & { act: string; sendsAtOnce: boolean };

function EndHold(props: HoldProps) {
  const hold = useCurrentSession()?.hold ?? null;
  const isMoved = hold?.why === 'email_set_by_other';
  return (
    <>
      <p className={classes.question}>{isMoved ? texts.moved(formatDateTime(hold.until)) : texts.held}</p>
      {isMoved ? <Button onClick={() => props.onAnswered(false)}>{texts.cancel}</Button> : <CodeForm {...props} />}
    </>
  );
}

function CodeForm({ act, sendsAtOnce, onAnswered }: HoldProps) {
  const [sent, setSent] = useState<string | null>(null);
  const form = useRouteForm(clearHold, { code: '' });
  const sending = useCommand(sendHoldCode, { onDone: ({ message }) => setSent(message) });
  const clearing = useCommand(clearHold, { refreshes: [currentSession], onDone: () => onAnswered(true) });
  const refusal = clearing.refusal && 'code' in clearing.refusal.fields ? null : clearing.refusal;
  const failure = sending.refusal ?? refusal;

  const send = useEffectEvent(() => void sending.run({}));
  useEffect(() => {
    if (sendsAtOnce) send();
  }, [sendsAtOnce]);

  return (
    <Form
      form={form}
      command={clearing}
      quiet
      label={texts.title}
      onSubmit={(body) => clearing.run({ body: { code: body.code.replaceAll(/\s/g, '') } })}
    >
      <Fields>
        <Facts facts={[[texts.act, act]]} />
        <Button onClick={() => void sending.run({})} busy={sending.busy} takesFocus={!sendsAtOnce}>
          {sent === null ? texts.send : texts.again}
        </Button>
        <p role="status" className={classes.sent}>
          {sent ?? texts.help}
        </p>
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <TextField
          name="code"
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus={sendsAtOnce}
          secret
          required
        />
      </Fields>
      <FormActions>
        <Button onClick={() => onAnswered(false)}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
