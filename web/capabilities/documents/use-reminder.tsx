import { type ListedDocument, resendSignatureRequest } from '@vialkeep/contract/documents.ts';
import { type ReactNode, useState } from 'react';
import { answerOf, CallAnswer, type ShownAnswer } from '../../components/account/call-answer.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { documentRoutes } from './document-routes.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.signatures;

/**
 * Runs 'Send … Signature Request': shows 'sending notification' while it waits, then the server's message in a modal.
 */
export function useReminder(): { remind: (document: ListedDocument) => void; busy: boolean; modal: ReactNode } {
  const [answer, setAnswer] = useState<ShownAnswer | null>(null);
  const command = useCommand(resendSignatureRequest, {
    refreshes: documentRoutes,
    onDone: ({ message }) => setAnswer({ message, reason: '' }),
    onRefused: (failure) => setAnswer(answerOf(failure)),
  });
  return {
    busy: command.busy,
    remind: (document) => {
      setAnswer(null);
      const { id: doc_id, patient_name: user_name, patient_email: user_email } = document;
      void command.run({ body: { user_email, user_name, doc_id } });
    },
    modal: (
      <MessageModal opened={command.busy || answer !== null} title={texts.sent} onClose={() => setAnswer(null)}>
        {command.busy ? <WaitingState text={texts.sending} skeleton={null} /> : answer && <CallAnswer {...answer} />}
      </MessageModal>
    ),
  };
}
