import { useLocation } from '@tanstack/react-router';
import { createTemplate } from '@vialkeep/contract/documents.ts';
import { call } from '../../../kernel/api/api.ts';
import { keepSignUpSigning } from '../../../kernel/signing/sign-up-signing.ts';
import { signingTexts } from '../signing.texts.ts';
import { completionOf } from './completion-address.ts';
import { CompletionEnd } from './completion-end.tsx';
import { notYet, useCompletion } from './use-completion.ts';

const texts = signingTexts.completed;

/** Shown during a harvest center's sign-up, which continues in the surrounding page (F073). */
export function SignUpCompletedScreen() {
  const { documentId, signedBy } = completionOf(useLocation().searchStr);
  const state = useCompletion(documentId, async (id) => {
    const made = await call(createTemplate, { query: { documentId: id, name: signedBy } }).catch(notYet);
    if (made) keepSignUpSigning(made);
    return made !== false;
  });
  // Without a document id there is nothing to store, and the page shows the same text.
  return <CompletionEnd state={documentId === null ? 'done' : state} title={texts.signUpTitle} done={texts.signUp} />;
}
