import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askPdfTool } from '../../../server/testing/documents/pdf-tools.ts';
import { valueAt } from './answer.ts';
import { type Attack, requirePrepared } from './attack.ts';
import { newPatient, type Person } from './people.ts';
import { signAt, signedPapersOf, signFromSession } from './signing.ts';
import type { Target } from './target.ts';

/** Attacks that weaken a signature: another name, an ended session, a certificate without the act of signing. */
export const realSignatures: readonly Attack[] = [
  {
    name: 'a paper is signed with the name of another person',
    expected: '400 name_differs, no signature',
    make: async (target) => {
      const patient = await newPatient(target);
      const tried = await signFromSession(patient.browser, patient, 'Mickey Mouse');
      return { seen: tried.said, refused: !tried.signed && (await signedPapersOf(target, patient)) === 0 };
    },
  },
  {
    name: 'a paper is signed through a link of a session that the patient has ended',
    expected: 'refused, no signature',
    make: async (target) => {
      const patient = await newPatient(target);
      const opened = await openPaper(patient);
      const out = await patient.browser.post('/api/v1/users/logout/');
      requirePrepared(out.isGood, `the patient logs out: ${out.told}`);
      const tried = await signAt(target.visitor(), opened, patient.name);
      return { seen: tried.said, refused: !tried.signed && (await signedPapersOf(target, patient)) === 0 };
    },
  },
  {
    name: 'a paper is signed through a link opened before an administrator set the password',
    expected: 'refused, no signature',
    make: async (target) => {
      const patient = await newPatient(target);
      const opened = await openPaper(patient);
      await setPassword(target, patient);
      const tried = await signAt(target.visitor(), opened, patient.name);
      return { seen: tried.said, refused: !tried.signed && (await signedPapersOf(target, patient)) === 0 };
    },
  },
  {
    name: 'the certificate of a real signature leaves out that it was signed',
    expected: "'Made ready', 'Opened', 'Signed' in this order",
    make: async (target) => {
      const patient = await newPatient(target);
      const paper = await signedPaper(target, patient);
      const words = await extractPdfText(paper);
      const events = [...words.matchAll(/^(?:.*\s)?(Made ready to be signed|Opened|Signed): /gm)].map(
        ([, what]) => what,
      );
      return {
        seen: events.map((event) => `'${event}'`).join(', '),
        refused: events.join() === 'Made ready to be signed,Opened,Signed',
      };
    },
  },
];

async function openPaper(patient: Person): Promise<string> {
  const body = { patientId: patient.id, docType: 'storage' };
  const opened = await patient.browser.post('/api/v1/documents/sign-link-patient/', body);
  requirePrepared(opened.isGood, `the patient opens a paper: ${opened.told}`);
  return opened.text('signLink');
}

async function setPassword(target: Target, { id }: Person): Promise<void> {
  const admin = target.visitor();
  await admin.login('admin@vialkeep.test', 'Vialkeep-demo-1');
  const body = { user_id: id, new_password_change: 'Typed-by-another-47' };
  const answer = await admin.post(`/api/v1/users/update-password/${id}/`, body);
  requirePrepared(answer.isGood, `an administrator sets the password: ${answer.told}`);
}

/** A patient signs in the own name; returns the bytes of the sealed file. */
export async function signedPaper(target: Target, patient: Person): Promise<Buffer> {
  const tried = await signFromSession(patient.browser, patient);
  requirePrepared(tried.signed, `a patient signs: ${tried.said}`);
  requirePrepared((await signedPapersOf(target, patient)) === 1, 'the signed paper is sealed');
  const papers = await patient.browser.get(`/api/v1/documents/list/${patient.id}/`);
  const file = await patient.browser.get(`/media/${String(valueAt(papers.list('storage')[0], 'document_id'))}.pdf`);
  requirePrepared(file.isGood, `the patient reads the sealed file: ${file.told}`);
  return file.bytes;
}

/** Returns the text of a PDF as a third-party program extracts it. */
export async function extractPdfText(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-paper-'));
  try {
    await writeFile(join(folder, 'paper.pdf'), pdf);
    return askPdfTool('pdftotext', ['-layout', join(folder, 'paper.pdf'), '-']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
