import { signLinkForSignUp } from '@vialkeep/contract/documents.ts';
import { useState } from 'react';
import { type SigningInHand, useSigning } from '../../components/signing/use-signing.ts';
import { call } from '../../kernel/api/api.ts';
import { forgetSignUpSigning, signUpSigning } from '../../kernel/signing/sign-up-signing.ts';

type SignUpSigner = { first_name: string; last_name: string; email: string };

export type SignUpSigningInHand = Omit<SigningInHand, 'begin'> & {
  /** Opens this person's document; reuses the open one if the person is the same. */
  begin: (person: SignUpSigner) => void;
  again: () => void;
  forget: () => void;
};

/**
 * The signature of a person without an account. It is valid only for the email that it was given with (S-03), so
 * another name or email starts another document. The completion page sets a flag, which this hook polls every 5 s.
 */
export function useSignUpSigning(): SignUpSigningInHand {
  const { begin, state, shown, told } = useSigning();
  const [signer, setSigner] = useState<{ name: string; email: string } | null>(null);

  function ask(who: { name: string; email: string }) {
    forgetSignUpSigning();
    setSigner(who);
    begin({
      ask: () => call(signLinkForSignUp, { body: who, anonymous: true }),
      isSigned: (documentId) => Promise.resolve(signUpSigning()?.docId === documentId),
    });
  }

  return {
    state,
    shown,
    told,
    begin: ({ first_name, last_name, email }) => {
      const name = `${first_name} ${last_name}`;
      if (signer?.name !== name || signer.email !== email || state?.step === 'problem') ask({ name, email });
    },
    again: () => signer && ask(signer),
    forget: () => {
      forgetSignUpSigning();
      setSigner(null);
    },
  };
}
