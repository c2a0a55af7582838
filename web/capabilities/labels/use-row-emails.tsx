import { resendSignatureRequest } from '@vialkeep/contract/documents.ts';
import { sendPatientPassword } from '@vialkeep/contract/labels.ts';
import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';
import { type ReactNode, useState } from 'react';
import { answerOf, CallAnswer, type ShownAnswer } from '../../components/account/call-answer.tsx';
import type { Failure } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { MenuButton, type MenuEntry } from '../../ui/actions/menu-button.tsx';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { hasPendingDocuments } from './label-steps.ts';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.requests;

/** Shows 'sending notification' while it waits, then the server's message in a modal (F115). */
export function useRowLetters(): { actionsOf: (row: CenterTransaction) => ReactNode; modal: ReactNode } {
  const [answer, setAnswer] = useState<ShownAnswer | null>(null);
  const told = {
    onDone: ({ message }: { message: string }) => setAnswer({ message, reason: '' }),
    onRefused: (failure: Failure) => setAnswer(answerOf(failure)),
  };
  const request = useCommand(resendSignatureRequest, told);
  const password = useCommand(sendPatientPassword, told);
  const busy = request.busy || password.busy;

  function entriesOf({ patient: [patient], patient_documents }: CenterTransaction): MenuEntry[] {
    if (!patient) return [];
    const user_name = `${patient.first_name} ${patient.last_name}`;
    const pending = patient_documents.filter(({ status }) => status === 'Pending');
    return [
      ...pending.map(({ id, kind }) => ({
        label: texts.sendRequest(kind),
        onSelect: () => void request.run({ body: { user_email: patient.email, user_name, doc_id: id } }),
      })),
      {
        label: texts.sendPassword,
        onSelect: () => void password.run({ body: { user_id: patient.id, user_name } }),
      },
    ];
  }

  return {
    // After the request, the action stays only while a document is unsigned (C-41).
    actionsOf: (row) => {
      const entries = entriesOf(row);
      const isOver = row.fedex_request.length > 0 && !hasPendingDocuments(row);
      return entries.length > 0 && !isOver && <MenuButton label={texts.actions} entries={entries} />;
    },
    modal: (
      <MessageModal opened={busy || answer !== null} title={texts.answered} onClose={() => setAnswer(null)}>
        {busy ? <WaitingState text={texts.sending} skeleton={null} /> : answer && <CallAnswer {...answer} />}
      </MessageModal>
    ),
  };
}
