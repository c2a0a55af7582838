import { type ReactNode, useState } from 'react';
import { useNotices } from '../../ui/feedback/notices.ts';
import { CreatedModal } from './created.modal.tsx';

/** What every sign-up page does once the account is there: a bar, an empty form, and the way to the login page. */
export function useCreated(title: string, clear: () => void): { created: (message: string) => void; modal: ReactNode } {
  const notices = useNotices();
  const [message, setMessage] = useState<string | null>(null);
  return {
    created: (said) => {
      notices.success(said);
      clear();
      setMessage(said);
    },
    modal: <CreatedModal title={title} message={message} onClose={() => setMessage(null)} />,
  };
}
