import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Work } from '../db/db.ts';
import type { Domain } from '../domains.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { DataKey } from '../secrets/data-key.ts';
import { type EmailButton, renderEmail } from './email-layout.ts';

export type NewEmail = {
  /** The sending site: its name, logo, colour and sender appear in the email. */
  from: Domain;
  to: { userId: number | null; email: string };
  /** The kind of email, for rate limits and for reading the outbox. */
  kind: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  button?: EmailButton;
  buttons?: readonly EmailButton[];
  code?: string;
  /** How many hours a secret in the body is valid. The body is stored sealed and emptied afterwards. */
  secretHours?: number;
};

export const DELIVER_EMAIL = 'deliver-letter';

/**
 * Writes an email into the outbox in the transaction of the work. It is sent after the commit, or not at all. Returns
 * its id.
 */
export async function queueEmail(work: Work, letter: NewEmail): Promise<number> {
  const { from, to } = letter;
  const rendered = renderEmail({
    brand: from.brand,
    colour: from.colour,
    // Many mail programs show no WebP; the site's name replaces it.
    logo: from.logo === null || from.logo.endsWith('.webp') ? undefined : `${from.url}${from.logo}`,
    heading: letter.heading,
    paragraphs: [...letter.paragraphs],
    button: letter.button,
    buttons: letter.buttons,
    code: letter.code,
    footer: `${from.brand} · ${from.supportEmail}`,
  });
  const messageId = `<${randomUUID()}@${from.host}>`;
  const { secretHours } = letter;
  const { text, html } = secretHours === undefined ? rendered : sealLetter(work.dataKey, messageId, rendered);
  const row = await work.db
    .insertInto('letters')
    .values({
      domain_id: from.id,
      user_id: to.userId,
      kind: letter.kind,
      recipient: to.email,
      sender: `${from.brand} <${from.emailSender}>`,
      subject: letter.subject,
      text_body: text,
      html_body: html,
      message_id: messageId,
      sealed: secretHours !== undefined,
      secret_until: secretHours === undefined ? null : sql`now() + make_interval(hours => ${secretHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(work, DELIVER_EMAIL, { id: row.id });
  return row.id;
}

type Words = { readonly text: string; readonly html: string };

function sealLetter(dataKey: DataKey, messageId: string, { text, html }: Words): Words {
  return { text: dataKey.seal(text, `text of ${messageId}`), html: dataKey.seal(html, `html of ${messageId}`) };
}

type StoredLetter = { message_id: string; text_body: string; html_body: string; sealed: boolean };

/** A stored email with its body, unsealed if necessary. An emptied body stays empty. */
export function openLetter<L extends StoredLetter>(dataKey: DataKey, letter: L): L {
  if (!letter.sealed || letter.text_body === '') return letter;
  const { message_id, text_body, html_body } = letter;
  return {
    ...letter,
    text_body: dataKey.unseal(text_body, `text of ${message_id}`),
    html_body: dataKey.unseal(html_body, `html of ${message_id}`),
  };
}
