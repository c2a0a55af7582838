/** One outgoing email to one person. `to`, `from` and `replyTo` are `address` or `Name <address>`. */
export type Letter = {
  to: string;
  from: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Unique per email, so that the recipient's server can recognise a repeat after a crash. */
  messageId: string;
};

export type Mail = {
  kind: 'outbox' | 'smtp';
  /** Returns once the mail server accepts the email; otherwise throws MailRefused or MailUnavailable. */
  deliver(letter: Letter): Promise<void>;
  /** Accepts no further email and waits for those in delivery. */
  close(): Promise<void>;
};

/** A permanent refusal of this email: a retry is useless. The message contains no address and no name. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** A temporary failure: a retry is right. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}
