import { type Letter, MailRefused } from '../../ports/mail.ts';

export type Mailbox = { name: string; address: string };

export type LetterHeader = {
  to: Mailbox;
  from: Mailbox;
  replyTo: Mailbox | null;
  subject: string;
  messageId: string;
};

/**
 * All header fields of an email, validated. A line break would inject a header, so such an email is refused rather than
 * repaired.
 */
export function headerOf(letter: Letter): LetterHeader {
  return {
    to: mailbox('recipient', letter.to),
    from: mailbox('sender', letter.from),
    replyTo: letter.replyTo === undefined ? null : mailbox('reply address', letter.replyTo),
    subject: oneLine('subject', letter.subject),
    messageId: messageId(letter.messageId),
  };
}

// Control characters and the separators that some programs treat as a line break.
const BREAKS_A_LINE = /[\p{Cc}\u2028\u2029]/u;

// Excludes the specials of RFC 5322, above all the comma, which would turn one recipient into two.
const ADDRESS = /^[^\s()<>[\]:;@\\,"]+@[^\s()<>[\]:;@\\,"]+$/;
const LONGEST_ADDRESS = 254;
const LONGEST_MAILBOX = 600;

const NAMED = /^(?:"((?:[^"\\]|\\.)*)"|([^"<>]*?))\s*<([^<>]*)>$/;

const MESSAGE_ID = /^<[^\s<>@]+@[^\s<>@]+>$/;

function mailbox(what: string, value: string): Mailbox {
  const line = oneLine(what, value).trim();
  const [, quoted, plain, inBrackets] = (line.length <= LONGEST_MAILBOX && NAMED.exec(line)) || [];
  const address = inBrackets ?? line;
  if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address)) {
    throw new MailRefused(`The letter's ${what} is not one e-mail address.`);
  }
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '', address };
}

function oneLine(what: string, value: string) {
  if (BREAKS_A_LINE.test(value)) throw new MailRefused(`The letter's ${what} holds a line break or a control mark.`);
  return value;
}

function messageId(value: string) {
  if (!MESSAGE_ID.test(oneLine('message id', value))) {
    throw new MailRefused("The letter's message id must look like <id@host>.");
  }
  return value;
}
