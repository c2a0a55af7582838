import { secondFactorLogin } from '@vialkeep/contract/factors.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { SecondStep } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { ProofForm } from '../../components/identity/proof-form.tsx';
import { usePasskeyProof } from '../../components/identity/use-step-up.ts';
import { Refused } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { PasskeyUnused, signWithPasskey } from '../../kernel/passkeys.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Tick } from '../../ui/form/fields/tick.tsx';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.secondStep;

type Props = {
  next: SecondStep['next'];
  /** The login is complete, and the next page opens in a moment. */
  isDone: boolean;
  onOpened: (opened: Answer<typeof secondFactorLogin>) => void;
  /** Returns to e-mail and password, with the reason if the login took too long. */
  onBack: (reason?: string) => void;
};

/** The second step of a login, after a correct password. */
export function SecondStepForm({ next, isDone, onOpened, onBack }: Props) {
  const { login, methods, passkey: options, may_remember: mayRemember } = next;
  const [remembers, setRemembers] = useState(false);
  const passkey = usePasskeyProof();
  const command = useCommand(secondFactorLogin, {
    onDone: onOpened,
    onRefused: (failure) => {
      if (failure instanceof Refused && failure.reason === 'login_expired') onBack(failure.message);
    },
  });
  const finish = (proof: Omit<Parameters<typeof command.run>[0]['body'], 'login'>) =>
    command.run({ body: { ...proof, login, ...(remembers ? { remember_device: true } : {}) } });

  const signChallenge = async () => {
    if (!options) throw new PasskeyUnused(null);
    await finish({ passkey: await signWithPasskey(options) });
  };
  return (
    <ProofForm
      label={texts.lead}
      methods={methods}
      submit={texts.submit}
      busy={command.busy || isDone}
      refusal={command.refusal}
      onTyped={(proof) => {
        passkey.forget();
        return finish(proof);
      }}
      passkey={{
        ...passkey.state,
        use: () => {
          command.reset();
          void passkey.run(signChallenge);
        },
      }}
      beside={<Button onClick={() => onBack()}>{texts.back}</Button>}
    >
      {mayRemember && <Tick label={texts.remember} checked={remembers} onChange={setRemembers} />}
    </ProofForm>
  );
}
