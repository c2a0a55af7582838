import { INSPECTION_CODE_MINUTES } from '@vialkeep/contract/inspections.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';

type Recipient = { readonly name: string; readonly email: string; readonly agency: string };

type Opened = Recipient & { readonly reason: string; readonly endsAt: Date; readonly key: string };

/** Emails the inspector the link. Alone it opens nothing: a code to the same address must follow. */
export async function sendInspectionLink(work: Work, site: Domain, inspection: Opened): Promise<void> {
  const { name, email, agency, reason, endsAt, key } = inspection;
  await queueEmail(work, {
    from: site,
    to: { userId: null, email },
    kind: 'inspection-link',
    subject: `${site.brand}: your inspection is open`,
    heading: `Inspection for ${agency}`,
    paragraphs: [
      `${name}, ${site.brand} has opened an inspection for you. Reason: ${reason}`,
      `It lasts until ${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC and is read-only. Everything you open is recorded.`,
      'The page sends a code to this address. Do not pass the link on.',
    ],
    button: { label: 'Open the inspection', url: `${site.url}/inspection?key=${key}` },
    secretHours: Math.ceil((endsAt.getTime() - Date.now()) / 3_600_000),
  });
}

export async function sendInspectionCode(work: Work, site: Domain, to: Recipient, code: string): Promise<void> {
  await queueEmail(work, {
    from: site,
    to: { userId: null, email: to.email },
    kind: 'inspection-code',
    subject: `Your ${site.product} inspection code`,
    heading: `Inspection for ${to.agency}`,
    paragraphs: [
      `Enter this code on the page of the inspection, within ${INSPECTION_CODE_MINUTES} minutes. It works once.`,
      `If you did not ask for a code, please write to ${site.supportEmail}.`,
    ],
    code,
    secretHours: 1,
  });
}

/** Emails the inspector that an administrator ended the inspection. */
export async function sendInspectionEnded(work: Work, site: Domain, to: Recipient): Promise<void> {
  await queueEmail(work, {
    from: site,
    to: { userId: null, email: to.email },
    kind: 'inspection-ended',
    subject: `${site.brand}: your inspection has ended`,
    heading: `Inspection for ${to.agency}`,
    paragraphs: [
      'An administrator has ended the inspection. The link no longer works.',
      `If you still need it, please write to ${site.supportEmail}.`,
    ],
  });
}
