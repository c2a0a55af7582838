import { stepUp, stepUpOptions } from '@vialkeep/contract/factors.ts';
import { useState } from 'react';
import { call } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { PasskeyUnused, signWithPasskey } from '../../kernel/passkeys.ts';
import { proofTexts } from './proof.texts.ts';
import type { TypedProof } from './proof-form.tsx';

/** Proves the user's identity again, for `ProofForm`. */
export function useStepUp(onProved: () => void) {
  const passkey = usePasskeyProof();
  const proving = useCommand(stepUp, { onDone: onProved });

  const signChallenge = async () => {
    // Asked for at the click: a challenge lives for minutes, and a dialog may stay open for hours.
    const { login, passkey: options } = await call(stepUpOptions, {});
    if (!login || !options) throw new PasskeyUnused(null);
    await proving.run({ body: { login, passkey: await signWithPasskey(options) } });
  };
  return {
    busy: proving.busy,
    refusal: proving.refusal,
    onTyped: (proof: TypedProof) => {
      passkey.forget();
      return proving.run({ body: proof });
    },
    passkey: {
      ...passkey.state,
      use: () => {
        proving.reset();
        void passkey.run(signChallenge);
      },
    },
  };
}

/** The state of a button that uses a passkey. */
export function usePasskeyProof() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    state: { busy, problem },
    forget: () => setProblem(null),
    run: async (act: () => Promise<unknown>) => {
      setProblem(null);
      setBusy(true);
      try {
        await act();
      } catch (thrown) {
        setProblem(thrown instanceof PasskeyUnused ? proofTexts.passkeyUnused : failureOf(thrown).message);
      } finally {
        setBusy(false);
      }
    },
  };
}
