import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallPdf } from '../requests/small-pdf.ts';
import type { Answer } from './answer.ts';
import { type Attack, requirePrepared } from './attack.ts';
import { demoPerson, newCenter, newPatient } from './people.ts';
import { extractPdfText, signedPaper } from './real-signatures.ts';
import type { Target } from './target.ts';
import { unfinishedUploads } from './unfinished-uploads.ts';
import type { Visitor } from './visitor.ts';

/** The number of unfinished uploads of one network that /verify accepts at once. */
const MOST_AT_ONCE = 4;
const TRIES = 30;

/** What /verify answers to a person who has a document. */
export const verifiedPapers: readonly Attack[] = [
  {
    name: 'a paper that a clinic only uploaded is called unaltered, with a time of signature',
    expected: "'filed', signed_at null",
    make: async (target) => {
      const { browser } = await newCenter(target);
      const paper = Buffer.concat([smallPdf, Buffer.from(`% ${randomUUID()}\n`)]);
      const kept = await browser.upload('/api/v1/documents/process-file/', { name: 'paper.pdf', bytes: paper });
      requirePrepared(kept.isGood, `a clinic uploads a paper: ${kept.told}`);
      const filed = await browser.post('/api/v1/documents/upload/', {
        name: 'Nell Archer',
        email: target.newMailbox(),
        storage: kept.text('filename'),
      });
      requirePrepared(filed.isGood, `a clinic files a paper: ${filed.told}`);
      const answer = await verify(target.visitor(), paper);
      requirePrepared(answer.isGood, `/verify answers: ${answer.told}`);
      return {
        seen: verdictOf(answer),
        refused: answer.find('verdict') === 'filed' && answer.find('signed_at') === null,
      };
    },
  },
  {
    name: 'the file of a paper that was deleted is called unaltered',
    expected: "'withdrawn'",
    make: async (target) => {
      const { file } = await deletedPaper(target);
      const answer = await verify(target.visitor(), file);
      requirePrepared(answer.isGood, `/verify answers: ${answer.told}`);
      return { seen: verdictOf(answer), refused: answer.find('verdict') === 'withdrawn' };
    },
  },
  {
    name: 'the code of a paper that was deleted is called unaltered',
    expected: "'withdrawn'",
    make: async (target) => {
      const { code } = await deletedPaper(target);
      const answer = await target.visitor().get(`/api/v1/documents/verify/${code}/`);
      requirePrepared(answer.isGood, `/verify answers: ${answer.told}`);
      return { seen: verdictOf(answer), refused: answer.find('verdict') === 'withdrawn' };
    },
  },
  {
    name: 'one network holds 12 unfinished uploads at /verify and goes on',
    expected: `429 beyond ${MOST_AT_ONCE} at once`,
    make: async (target) => {
      const network = target.newNetwork();
      const uploads = await unfinishedUploads(target.product.port, network, 12);
      try {
        // The server may not have read all of them yet; without a limit it would keep all of them open.
        for (let tries = 1; tries < TRIES && uploads.held() > MOST_AT_ONCE; tries += 1) await sleep(1_000);
        return { seen: `${uploads.held()} of 12 are held`, refused: uploads.held() <= MOST_AT_ONCE };
      } finally {
        uploads.close();
      }
    },
  },
];

function verify(browser: Visitor, file: Buffer): Promise<Answer> {
  return browser.upload('/api/v1/documents/verify/', { name: 'paper.pdf', bytes: file });
}

/** Returns a document that its patient signed here and an administrator deleted. */
async function deletedPaper(target: Target): Promise<{ file: Buffer; code: string }> {
  const patient = await newPatient(target);
  const file = await signedPaper(target, patient);
  const words = await extractPdfText(file);
  const code = /\b([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\b/.exec(words)?.[1] ?? '';
  requirePrepared(code !== '', 'the paper bears a code');
  const before = await verify(target.visitor(), file);
  requirePrepared(before.find('verdict') === 'unaltered', `the paper counts before: ${verdictOf(before)}`);
  const admin = await demoPerson(target, 'admin');
  const papers = await patient.browser.get(`/api/v1/documents/list/${patient.id}/`);
  const deleted = await admin.browser.delete(`/api/admin/documents/${String(papers.find('storage.0.id'))}/`);
  requirePrepared(deleted.isGood, `an administrator deletes the paper: ${deleted.told}`);
  return { file, code };
}

function verdictOf(answer: Answer): string {
  return `'${String(answer.find('verdict'))}', signed_at ${answer.find('signed_at') === null ? 'null' : 'given'}`;
}
