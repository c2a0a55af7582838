import { useLocation } from '@tanstack/react-router';
import { createTemplate } from '@vialkeep/contract/documents.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { call } from '../../../kernel/api/api.ts';
import { storedSession, storeUser } from '../../../kernel/session/session.ts';
import { signingTexts } from '../signing.texts.ts';
import { completionOf } from './completion-address.ts';
import { CompletionEnd } from './completion-end.tsx';
import { notYet, useCompletion } from './use-completion.ts';

/** Creates the template id, saves it on the user and replaces the stored user (F072). */
export function CenterCompletedScreen() {
  const { documentId, signedBy } = completionOf(useLocation().searchStr);
  const state = useCompletion(documentId, async (id) => {
    const made = await call(createTemplate, { query: { documentId: id, name: signedBy } }).catch(notYet);
    if (made) await saveOnUser(made);
    return made !== false;
  });
  return <CompletionEnd state={state} done={signingTexts.completed.center} />;
}

async function saveOnUser({ docId, templateId }: { docId: string; templateId: string }): Promise<void> {
  const user = storedSession()?.user;
  if (!user) return;
  storeUser(await call(updateUser, { params: { id: user.id }, body: { document_id: docId, template_id: templateId } }));
}
