import type { PrivacyKind } from '@vialkeep/contract/privacy.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { administratorsOf } from '../identity/index.ts';

export const kindNames: Readonly<Record<PrivacyKind, string>> = {
  export: 'a copy of your data',
  erasure: 'the erasure of your data',
  correction: 'a correction of your data',
  question: 'an answer about your data',
};

type Author = { readonly id: number; readonly email: string };

type Received = { readonly id: number; readonly kind: PrivacyKind; readonly dueOn: string };

export async function sendReceipt(work: Work, home: Domain, to: Author, request: Received): Promise<void> {
  await queueEmail(work, {
    from: home,
    to: { userId: to.id, email: to.email },
    kind: 'privacy',
    subject: `${home.product}: we have received your request`,
    heading: 'We have received your request',
    paragraphs: [
      `You asked for ${kindNames[request.kind]}.`,
      request.kind === 'export'
        ? 'We are putting the file together. You get another letter when it is ready.'
        : `You get an answer by ${request.dueOn}. You can follow or withdraw the request under Settings, ‘Your data’.`,
      'If this was not you, please change your password and write to us.',
    ],
    button: { label: 'Open Settings', url: `${home.url}/settings` },
  });
}

/** The administrators of the site read the number of the person only; the page behind the button shows the name. */
export async function tellAdministratorsOfRequest(
  work: Work,
  home: Domain,
  person: Parameters<typeof administratorsOf>[1],
  request: Received,
): Promise<void> {
  for (const administrator of await administratorsOf(work, person)) {
    await queueEmail(work, {
      from: home,
      to: { userId: administrator.id, email: administrator.email },
      kind: 'privacy',
      subject: `${home.product}: a privacy request, due on ${request.dueOn}`,
      heading: 'A member asks about their data',
      paragraphs: [
        `Member #${person.id} sent request ${request.id} (${request.kind}). The law asks for an answer by ${request.dueOn}.`,
      ],
      button: { label: 'Open the requests', url: `${home.url}/security/privacy` },
    });
  }
}

export async function sendAnswer(
  work: Work,
  home: Domain,
  to: Author,
  { kind, isRefused, answer }: { kind: PrivacyKind; isRefused: boolean; answer: string },
): Promise<void> {
  await queueEmail(work, {
    from: home,
    to: { userId: to.id, email: to.email },
    kind: 'privacy',
    subject: `${home.product}: our answer to your request`,
    heading: isRefused ? 'We cannot do what you asked for' : 'Our answer to your request',
    paragraphs: [`You asked for ${kindNames[kind]}.`, ...answer.split(/\n+/).filter((line) => line.trim() !== '')],
    button: { label: 'Open Settings', url: `${home.url}/settings` },
  });
}

export async function sendExportReady(work: Work, home: Domain, to: Author, until: Date): Promise<void> {
  await queueEmail(work, {
    from: home,
    to: { userId: to.id, email: to.email },
    kind: 'privacy',
    subject: `${home.product}: the copy of your data is ready`,
    heading: 'The copy of your data is ready',
    paragraphs: [
      `Download it under Settings, ‘Your data’, until ${until.toISOString().slice(0, 10)}. The file is private: keep it where nobody else can open it.`,
    ],
    button: { label: 'Open Settings', url: `${home.url}/settings` },
  });
}

/** Hours after which an undelivered last letter is given up, and its address forgotten. */
const LAST_LETTER_HOURS = 72;

export const LAST_LETTER = 'privacy-erased';

/** The last letter to an erased person. Its body is stored sealed; its address is overwritten once it was sent. */
export async function sendErased(work: Work, home: Domain, to: Author, paragraphs: readonly string[]): Promise<void> {
  await queueEmail(work, {
    from: home,
    to: { userId: to.id, email: to.email },
    kind: LAST_LETTER,
    subject: `${home.product}: your data have been erased`,
    heading: 'Your data have been erased',
    paragraphs,
    secretHours: LAST_LETTER_HOURS,
  });
}
