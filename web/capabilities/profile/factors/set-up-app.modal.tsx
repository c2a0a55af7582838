import { confirmTotp, readIdentity, startTotp } from '@vialkeep/contract/factors.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { z } from 'zod';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyField } from '../../../ui/actions/copy-field.tsx';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { FailedState, WaitingState } from '../../../ui/feedback/load-state.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import type { FactorModalProps } from './factor-modal.ts';
import classes from './factors.module.css';
import { factorsTexts } from './factors.texts.ts';
import { LetterCode } from './letter-code.tsx';
import { refusalAtCode } from './refusal-at-code.ts';

const texts = factorsTexts.app;

export function SetUpAppModal({ opened, onClose, ...rest }: FactorModalProps) {
  return (
    <FormModal opened={opened} title={texts.title} size="sm" onClose={onClose}>
      {opened && <NewKey {...rest} onClose={onClose} />}
    </FormModal>
  );
}

function NewKey(props: Omit<FactorModalProps, 'opened'>) {
  const [key, setKey] = useState<Answer<typeof startTotp> | null>(null);
  // A command and no read: a read that is repeated would replace the key that the user has scanned.
  const making = useCommand(startTotp, { onDone: setKey });
  const make = useEffectEvent(() => void making.run({}));
  useEffect(() => make(), []);
  if (key) return <SetUpAppForm {...props} appKey={key} />;
  if (!making.refusal) return <WaitingState text={texts.loading} />;
  return <FailedState what={texts.failed} failure={making.refusal} onRetry={() => void making.run({})} />;
}

type AppFormProps = Omit<FactorModalProps, 'opened'> & { appKey: Answer<typeof startTotp> };

function SetUpAppForm({ appKey, needsCode, onAdded, onClose }: AppFormProps) {
  const schema = useMemo(() => shapeOf(needsCode), [needsCode]);
  const form = useSchemaForm(schema, { code: '', mail_code: '' });
  const command = useCommand(confirmTotp, {
    refreshes: [readIdentity, currentSession],
    onDone: (answer) => onAdded(answer.recovery_codes),
  });
  const refusal = useMemo(() => refusalAtCode(command.refusal), [command.refusal]);
  return (
    <Form
      form={form}
      command={{ busy: command.busy, refusal }}
      label={texts.title}
      onSubmit={({ code, mail_code }) =>
        command.run({
          body: { code: code.replaceAll(/\s/g, ''), mail_code: needsCode ? mail_code.trim() : undefined },
        })
      }
    >
      <p className={classes.lead}>{texts.lead}</p>
      <Fields>
        <div className={classes.qr}>
          <QrCode value={appKey.uri} title={texts.qr} />
        </div>
        <CopyField label={texts.secret} value={appKey.secret} help={formatKey(appKey.secret)} />
        <TextField
          name="code"
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          autoFocus
          secret
          required
        />
        {needsCode && <LetterCode />}
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

/** In groups of four, because the field of a phone is too narrow for the whole key. */
function formatKey(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

function shapeOf(needsCode: boolean) {
  const { code, mail_code } = confirmTotp.body.shape;
  return z.object({ code, mail_code: needsCode ? mail_code.unwrap() : z.string() });
}
