import { type ReactNode, useState } from 'react';
import { useNotices } from '../../ui/feedback/notices.ts';
import { CreatedModal } from './created.modal.tsx';

/** What every sign-up page does after the account is created: a notice, an empty form and a link to the login. */
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
