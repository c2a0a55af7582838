/** What leaves: one letter to one person. `to`, `from` and `replyTo` are `address` or `Name <address>`. */
export type Letter = {
  to: string;
  from: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** The letter's own and never another's, so that a repeat after a crash can be recognised by who receives it. */
  messageId: string;
};

export type Mail = {
  kind: 'outbox' | 'smtp';
  /** Returns once the letter is accepted; otherwise throws MailRefused or MailUnavailable. */
  deliver(letter: Letter): Promise<void>;
  /** Takes no further letter and waits for those under way. */
  close(): Promise<void>;
};

/** This letter will never be accepted: repeating it is useless. The message holds no address and no name. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Nothing is wrong with the letter as far as one can tell: it is worth another try. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}
