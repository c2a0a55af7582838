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
 * Everything of a letter that becomes a header line, checked. A line break anywhere would begin a header of somebody
 * else's choosing, so such a letter is refused rather than mended.
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

// Control characters and the separators that some readers take for a line break.
const BREAKS_A_LINE = /[\p{Cc}\u2028\u2029]/u;

// The specials of RFC 5322 are out, a comma above all: it would make two recipients of one.
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
