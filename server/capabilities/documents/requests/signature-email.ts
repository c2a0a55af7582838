import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { letterName } from '../../../kernel/mail/email-name.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import type { DocumentRow } from '../documents.queries.ts';
import { GUEST_LINK_DAYS, newGuestLinks } from '../signing-links/guest-links.ts';

export type SignatureLetter = {
  readonly site: Domain;
  readonly center: { readonly company: string } | null;
  /** All documents belong to the same signer. */
  readonly documents: readonly DocumentRow[];
  readonly isReminder: boolean;
};

/**
 * Queues one email with a new link for each document. The link alone lets a guest sign, so only the signer gets it, and
 * the links of earlier emails expire.
 */
export async function queueSignatureEmail(work: Work, letter: SignatureLetter): Promise<void> {
  const { site, documents, isReminder } = letter;
  const recipient = await recipientOf(work, documents);
  if (!recipient) return;
  const aliases = await newGuestLinks(work, documents, recipient.email);
  const isOne = documents.length === 1;
  const asks = `${letter.center?.company ? letterName(letter.center.company, site.brand) : site.brand} asks you`;
  await queueEmail(work, {
    from: site,
    to: recipient,
    secretHours: GUEST_LINK_DAYS * 24,
    kind: isReminder ? 'signature-reminder' : 'signature-request',
    subject: isReminder
      ? `Reminder: your ${site.brand} ${isOne ? 'document waits' : 'documents wait'} for your signature`
      : `Please sign your ${site.brand} ${isOne ? 'document' : 'documents'}`,
    heading: isOne ? 'A document for you to sign' : 'Documents for you to sign',
    paragraphs: [
      `${asks} to read and sign ${isOne ? 'this document' : `these ${documents.length} documents`}. You need no account for it, only a few minutes.`,
      'The links are meant for you alone: whoever has them can sign. If you did not expect this letter, you can ignore it.',
    ],
    buttons: documents.map(({ name }, at) => ({
      label: name,
      url: `${site.url}/sign-your-document?documentId=${aliases[at]}`,
    })),
  });
}

/**
 * A signer with an account gets the email at the address on record; an inactive or removed account gets none (S-23).
 */
async function recipientOf(work: Work, [first]: readonly DocumentRow[]) {
  if (!first) return null;
  if (first.signer_id === null) return { userId: null, email: first.signer_email };
  const account = await work.db
    .selectFrom('users')
    .select(['id as userId', 'email'])
    .where('id', '=', first.signer_id)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return account ?? null;
}
