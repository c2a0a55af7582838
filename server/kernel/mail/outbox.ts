import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Work } from '../db/db.ts';
import { type Placeholders, statement } from '../db/statement.ts';
import type { Domain } from '../domains.ts';
import type { DataKey } from '../secrets/data-key.ts';
import type { SealedColumns } from '../secrets/reseal.ts';
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
  const [row] = await insertLetter(work.db, buildLetter(work, letter));
  if (!row) throw new Error('A letter was not kept.');
  return row.id;
}

/** The same by a statement that leaves with the commit. */
export function queueEmailLast(work: Work, letter: NewEmail): void {
  insertLetter.addLast(work, buildLetter(work, letter));
}

type Letter = ReturnType<typeof buildLetter>;

/** Keeps the letter and queues the job that delivers it. */
const insertLetter = statement(
  (_db, letter: Placeholders<Letter>) => sql<{ id: number }>`
    with letter as (
      insert into letters (domain_id, user_id, kind, recipient, sender, subject, text_body, html_body, message_id,
        sealed, secret_until)
      values (${letter.domainId}, ${letter.userId}, ${letter.kind}, ${letter.recipient}, ${letter.sender},
        ${letter.subject}, ${letter.text}, ${letter.html}, ${letter.messageId}, ${letter.isSealed},
        now() + make_interval(hours => ${letter.secretHours}))
      returning id)
    select id, enqueue(${sql.lit(DELIVER_EMAIL)}, json_build_object('id', id), null) from letter`,
);

function buildLetter(work: Work, letter: NewEmail) {
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
  return {
    domainId: from.id,
    userId: to.userId,
    kind: letter.kind,
    recipient: to.email,
    sender: `${nameInHeader(from.brand)} <${from.emailSender}>`,
    subject: letter.subject,
    text,
    html,
    messageId,
    isSealed: secretHours !== undefined,
    secretHours: secretHours ?? null,
  };
}

/** On one line, and quoted where the name would otherwise end or break the header (RFC 5322). */
function nameInHeader(brand: string): string {
  const line = brand.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return /["\\<>]/.test(line) ? `"${line.replaceAll(/["\\]/g, '\\$&')}"` : line;
}

type Words = { readonly text: string; readonly html: string };

function sealLetter(dataKey: DataKey, messageId: string, { text, html }: Words): Words {
  return { text: dataKey.seal(text, textOf(messageId)), html: dataKey.seal(html, htmlOf(messageId)) };
}

const textOf = (messageId: string) => `text of ${messageId}`;
const htmlOf = (messageId: string) => `html of ${messageId}`;

export const sealedLetters: SealedColumns = {
  table: 'letters',
  where: sql<boolean>`sealed and text_body <> ''`,
  contexts: {
    text_body: ({ message_id }) => textOf(String(message_id)),
    html_body: ({ message_id }) => htmlOf(String(message_id)),
  },
  write: (rows) => sql`update letters kept set text_body = becomes.text_body, html_body = becomes.html_body
    from jsonb_to_recordset(${rows}::jsonb) becomes (place text, text_body text, html_body text) where kept.ctid = becomes.place::tid`,
};

type StoredLetter = { message_id: string; text_body: string; html_body: string; sealed: boolean };

/** A stored email with its body, unsealed if necessary. An emptied body stays empty. */
export function openLetter<L extends StoredLetter>(dataKey: DataKey, letter: L): L {
  if (!letter.sealed || letter.text_body === '') return letter;
  const { message_id, text_body, html_body } = letter;
  return {
    ...letter,
    text_body: dataKey.unseal(text_body, textOf(message_id)),
    html_body: dataKey.unseal(html_body, htmlOf(message_id)),
  };
}
