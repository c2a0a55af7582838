import type { Mail } from '../../ports/mail.ts';

/** Delivers nothing: every email stays in the outbox table, where it can be read. */
export function outboxMail(): Mail {
  return {
    kind: 'outbox',
    deliver: async () => {},
    close: async () => {},
  };
}
