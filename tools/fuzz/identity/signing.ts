import { valueAt } from './answer.ts';
import { demoPerson, type Person } from './people.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** The result of an attempt to sign and the product's last answer. */
export type Try = { readonly signed: boolean; readonly said: string };

/** Opens the patient's own document from a session and signs it. */
export async function signFromSession(browser: Visitor, patient: Person, name = patient.name): Promise<Try> {
  const opened = await browser.post('/api/v1/documents/sign-link-patient/', {
    patientId: patient.id,
    docType: 'storage',
  });
  if (!opened.isGood) return { signed: false, said: `link ${opened.told}` };
  return signAt(browser, opened.text('signLink'), name);
}

/** Signs with only the documentId of an email. */
export async function signAsGuest(browser: Visitor, documentId: string, name: string): Promise<Try> {
  const opened = await browser.get(`/auth/esign/guest/${documentId}/`);
  if (!opened.isGood) return { signed: false, said: `guest link ${opened.told}` };
  return signAt(browser, opened.text('signLink'), name);
}

/** Opens the page of a sign link and signs there. */
export async function signAt(browser: Visitor, signLink: string, name: string): Promise<Try> {
  const path = `/esign/signings/${new URL(signLink).pathname.replace('/sign/', '')}`;
  await browser.get(`${path}/`);
  const answer = await browser.post(`${path}/sign/`, { full_name: name, agrees: true });
  return { signed: answer.isGood, said: `signature ${answer.told}` };
}

const KINDS = ['attestation', 'processing', 'storage'];

/** Counts the signed documents of a patient after all pending seals are done. */
export async function signedPapersOf(target: Target, { id }: Pick<Person, 'id'>): Promise<number> {
  await target.letters();
  const admin = await demoPerson(target, 'admin');
  const papers = await admin.browser.get(`/api/v1/documents/list/${id}/`);
  if (!papers.isGood) throw new Error(`The papers of patient ${id} cannot be listed: ${papers.told}`);
  return KINDS.flatMap((kind) => papers.list(kind)).filter((paper) => valueAt(paper, 'status') === 'Completed').length;
}
