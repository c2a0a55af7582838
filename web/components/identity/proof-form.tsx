import { IconKey } from '@tabler/icons-react';
import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { type Failure, Refused } from '../../kernel/api/failure.ts';
import { hasPasskeys } from '../../kernel/has-passkeys.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FailureNote } from '../../ui/feedback/failure-note.tsx';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { proofTexts as texts } from './proof.texts.ts';
import classes from './proof-form.module.css';

type TypedMethod = Exclude<ProofMethod, 'passkey'>;

/** What the user typed, under the name that the call has for it. */
export type TypedProof = Partial<Record<TypedMethod, string>>;

type Props = {
  /** Names the form. */
  label: string;
  /** The ways that the server offers. */
  methods: readonly ProofMethod[];
  submit: string;
  busy: boolean;
  refusal: Failure | null;
  /** Resolves to null if the proof was refused. */
  onTyped: (proof: TypedProof) => Promise<unknown>;
  passkey: { use: () => void; busy: boolean; problem: string | null };
  /** Below the field. */
  children?: ReactNode;
  /** Left of the submit button. */
  beside?: ReactNode;
};

/** One field for a code or a password, and a button for a passkey: at the login, before an act, and to unlock. */
export function ProofForm(props: Props) {
  const { methods, passkey, refusal, beside } = props;
  const typed = methods.filter((method) => method !== 'passkey');
  const [chosen, setChosen] = useState<TypedMethod | null>(null);
  const method = chosen ?? typed[0] ?? null;
  const offersPasskey = methods.includes('passkey') && hasPasskeys();
  const problem = passkey.problem ?? (isAboutTyped(refusal) ? null : (refusal?.message ?? null));

  // A modal focuses it by itself; the login card and the lock do not.
  const ways = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (offersPasskey) ways.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [offersPasskey]);

  return (
    <div ref={ways} className={classes.ways}>
      {problem && <FailureNote>{problem}</FailureNote>}
      {offersPasskey && (
        <Button
          fullWidth
          kind={method === null ? 'primary' : 'secondary'}
          icon={<IconKey size={16} stroke={1.8} aria-hidden />}
          busy={passkey.busy}
          disabled={props.busy}
          onClick={passkey.use}
          takesFocus
        >
          {texts.passkey}
        </Button>
      )}
      {offersPasskey && method && <p className={classes.or}>{texts.or}</p>}
      {!offersPasskey && !method && <p>{texts.noWay}</p>}
      {method ? (
        <TypedForm
          key={method}
          {...props}
          method={method}
          takesFocus={!offersPasskey}
          others={typed.filter((other) => other !== method)}
          onOther={setChosen}
        />
      ) : (
        <>
          {props.children}
          {beside && <div className={classes.alone}>{beside}</div>}
        </>
      )}
    </div>
  );
}

type TypedProps = Props & {
  method: TypedMethod;
  takesFocus: boolean;
  others: readonly TypedMethod[];
  onOther: (method: TypedMethod) => void;
};

function TypedForm({ method, takesFocus, others, onOther, ...props }: TypedProps) {
  const { label, submit, busy, refusal, onTyped, children, beside } = props;
  const schema = useMemo(() => z.object({ proof: z.string().trim().min(1, texts.missing[method]) }), [method]);
  const form = useSchemaForm(schema, { proof: '' });
  const atField = useMemo(() => refusalAtField(refusal), [refusal]);

  return (
    <Form
      form={form}
      command={{ busy, refusal: atField }}
      quiet
      label={label}
      onSubmit={({ proof }) => onTyped({ [method]: method === 'password' ? proof : proof.replaceAll(/\s/g, '') })}
    >
      <Fields>
        {method === 'password' ? (
          <PasswordField
            name="proof"
            label={texts.fields.password}
            autoComplete="current-password"
            autoFocus={takesFocus}
            required
          />
        ) : (
          <TextField
            name="proof"
            label={texts.fields[method]}
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
            maxLength={40}
            autoFocus={takesFocus}
            secret
            required
          />
        )}
        {others.map((other) => (
          <div key={other}>
            <Button kind="quiet" size="xs" onClick={() => onOther(other)}>
              {texts.useInstead[other]}
            </Button>
          </div>
        ))}
        {children}
      </Fields>
      <FormActions>
        {beside}
        <Submit>{submit}</Submit>
      </FormActions>
    </Form>
  );
}

/** A wrong code or password is shown at its field, and any other refusal above. */
function isAboutTyped(refusal: Failure | null): refusal is Refused {
  return refusal instanceof Refused && (refusal.reason === 'wrong_code' || refusal.reason === 'wrong_password');
}

function refusalAtField(refusal: Failure | null): Failure | null {
  if (!isAboutTyped(refusal)) return null;
  const { status, reason, message } = refusal;
  return new Refused({ status, reason, message, fields: { proof: message } });
}
