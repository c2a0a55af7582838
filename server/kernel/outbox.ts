import { randomUUID } from 'node:crypto';
import { type LetterButton, renderLetter } from '../integrations/mail/letter-layout.ts';
import type { Work } from './db/db.ts';
import type { Domain } from './domains.ts';
import { enqueue } from './jobs.ts';

export type NewLetter = {
  /** The site that writes: its name, logo, colour and sender are on the letter. */
  from: Domain;
  to: { userId: number | null; email: string };
  /** What kind of letter it is, for limits and for reading the outbox. */
  kind: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  button?: LetterButton;
  buttons?: readonly LetterButton[];
  code?: string;
};

export const DELIVER_LETTER = 'deliver-letter';

/** Puts a letter into the outbox with the work that causes it. It leaves after the commit, or not at all. Answers its id. */
export async function post(work: Work, letter: NewLetter): Promise<number> {
  const { from, to } = letter;
  const { text, html } = renderLetter({
    brand: from.brand,
    colour: from.colour,
    logo: from.logo === null ? undefined : `${from.url}${from.logo}`,
    heading: letter.heading,
    paragraphs: [...letter.paragraphs],
    button: letter.button,
    buttons: letter.buttons,
    code: letter.code,
    footer: `${from.brand} · ${from.supportEmail}`,
  });
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
      message_id: `<${randomUUID()}@${from.host}>`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(work, DELIVER_LETTER, { id: row.id });
  return row.id;
}
