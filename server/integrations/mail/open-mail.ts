import type { Mail } from '../../ports/mail.ts';
import { outboxMail } from './outbox-mail.ts';
import { smtpMail } from './smtp-mail.ts';

/** Throws with the setting's name when SMTP_URL cannot be read. */
export function openMail(settings: { smtpUrl?: string }): Mail {
  return settings.smtpUrl ? smtpMail(settings.smtpUrl) : outboxMail();
}
