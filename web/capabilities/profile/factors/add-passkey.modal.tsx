import { addPasskey, passkeyOptions, readIdentity } from '@vialkeep/contract/factors.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { call } from '../../../kernel/api/api.ts';
import { failureOf } from '../../../kernel/api/failure.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { createPasskey, PasskeyUnused } from '../../../kernel/passkeys.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { deviceName } from './device-name.ts';
import type { FactorModalProps } from './factor-modal.ts';
import classes from './factors.module.css';
import { factorsTexts } from './factors.texts.ts';
import { LetterCode } from './letter-code.tsx';
import { refusalAtCode } from './refusal-at-code.ts';

const texts = factorsTexts.passkey;

export function AddPasskeyModal({ opened, onClose, ...rest }: FactorModalProps) {
  return (
    <FormModal opened={opened} title={texts.title} size="sm" onClose={onClose}>
      {opened && <AddPasskeyForm {...rest} onClose={onClose} />}
    </FormModal>
  );
}

function AddPasskeyForm({ needsCode, onAdded, onClose }: Omit<FactorModalProps, 'opened'>) {
  const schema = useMemo(() => shapeOf(needsCode), [needsCode]);
  const form = useSchemaForm(schema, { label: deviceName(navigator.userAgent), mail_code: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const command = useCommand(addPasskey, {
    refreshes: [readIdentity, currentSession],
    onDone: (answer) => onAdded(answer.recovery_codes),
  });
  const add = async (values: { label: string; mail_code: string }) => {
    setProblem(null);
    try {
      const { login, options } = await call(passkeyOptions, {});
      const response = await createPasskey(options);
      const mail_code = needsCode ? values.mail_code.trim() : undefined;
      return await command.run({ body: { login, label: values.label, response, mail_code } });
    } catch (thrown) {
      setProblem(problemOf(thrown));
      return null;
    }
  };
  const refusal = useMemo(() => refusalAtCode(command.refusal), [command.refusal]);

  return (
    <Form form={form} command={{ busy: command.busy, refusal }} label={texts.title} onSubmit={add}>
      <p className={classes.lead}>{texts.lead}</p>
      <Fields>
        <TextField
          name="label"
          label={texts.name}
          help={texts.nameHelp}
          maxLength={60}
          autoFocus={!needsCode}
          required
        />
        {needsCode && <LetterCode autoFocus />}
        {problem && <FailureNote>{problem}</FailureNote>}
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function shapeOf(needsCode: boolean) {
  const { label, mail_code } = addPasskey.body.shape;
  return z.object({ label, mail_code: needsCode ? mail_code.unwrap() : z.string() });
}

function problemOf(thrown: unknown): string {
  if (!(thrown instanceof PasskeyUnused)) return failureOf(thrown).message;
  return thrown.isKnown ? texts.known : texts.unused;
}
