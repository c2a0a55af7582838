import { useLocation } from '@tanstack/react-router';
import { completePatientDocument } from '@vialkeep/contract/documents.ts';
import { call } from '../../../kernel/api/api.ts';
import { storedSession } from '../../../kernel/session/session.ts';
import { signingTexts } from '../signing.texts.ts';
import { completionOf } from './completion-address.ts';
import { CompletionEnd } from './completion-end.tsx';
import { notYet, useCompletion } from './use-completion.ts';

/**
 * Completes a patient's document (F069). Without a session this page cannot call the server, whose reconcile job then
 * files the document.
 */
export function PatientCompletedScreen() {
  const { documentId } = completionOf(useLocation().searchStr);
  const state = useCompletion(documentId, async (id) => {
    const userId = storedSession()?.user.id;
    if (userId === undefined) return true;
    const { success } = await call(completePatientDocument, { body: { documentId: id, userId } }).catch(
      buildRetryAnswer,
    );
    return success;
  });
  return <CompletionEnd state={state} done={signingTexts.completed.patient} />;
}

function buildRetryAnswer(thrown: unknown): { success: boolean } {
  return { success: notYet(thrown) };
}
