import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { broadcastSigning } from '../../../kernel/signing/signing-signal.ts';
import { signingTexts } from '../signing.texts.ts';
import { completionOf } from './completion-address.ts';
import { CompletionEnd } from './completion-end.tsx';

/** Only thanks the guest (F071). */
export function GuestCompletedScreen() {
  const { documentId } = completionOf(useLocation().searchStr);
  useEffect(() => {
    if (documentId !== null) broadcastSigning({ documentId, step: 'done' });
  }, [documentId]);
  return <CompletionEnd state="done" done={signingTexts.completed.patient} />;
}
