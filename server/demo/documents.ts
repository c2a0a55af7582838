import { createHash } from 'node:crypto';
import {
  completeDocument,
  type DocumentKind,
  insertDocument,
  recordRequestInCustody,
} from '../capabilities/documents/index.ts';
import type { Work } from '../kernel/db/db.ts';
import type { Domain } from '../kernel/domains.ts';
import { mediaTypeOf } from '../kernel/files/file-type.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { documentCode } from '../pdf/document-code.ts';
import { paperSite } from '../pdf/render/document-site.ts';
import { type PdfInput, paperTitle } from '../pdf/render/document-text.ts';
import { renderInWorker, sealInWorker } from '../pdf/worker.ts';
import { pdfOf } from './sheet.ts';

type State = 'pending' | 'signed' | 'on paper';
type DemoDocuments = {
  /** The email of an account, or the name and email of a signer without an account. */
  signer: string | { name: string; email: string };
  center?: string;
  daysAgo: number;
  documents: readonly (readonly [DocumentKind, State])[];
};

const all = (state: State): DemoDocuments['documents'] => [
  ['attestation', state],
  ['processing', state],
  ['storage', state],
];
const attested = (signer: string, daysAgo: number, state: State): DemoDocuments => ({
  signer,
  daysAgo,
  documents: [['hc_attestation', state]],
});

/** The requested documents, with the state of each. */
const demoDocuments: readonly DemoDocuments[] = [
  attested('hc@vialkeep.test', 630, 'signed'),
  attested('hc2@vialkeep.test', 470, 'on paper'),
  attested('hc3@vialkeep.test', 290, 'on paper'),
  attested('hc@north.test', 175, 'on paper'),
  {
    signer: 'patient@vialkeep.test',
    center: 'hc@vialkeep.test',
    daysAgo: 255,
    documents: [
      ['attestation', 'signed'],
      ['processing', 'signed'],
      ['storage', 'pending'],
    ],
  },
  { signer: 'patient2@vialkeep.test', center: 'hc2@vialkeep.test', daysAgo: 236, documents: all('on paper') },
  { signer: 'patient3@vialkeep.test', center: 'hc@vialkeep.test', daysAgo: 208, documents: all('on paper') },
  { signer: 'patient6@vialkeep.test', center: 'hc2@vialkeep.test', daysAgo: 28, documents: all('on paper') },
  {
    signer: 'patient13@vialkeep.test',
    center: 'hc@vialkeep.test',
    daysAgo: 9,
    documents: [
      ['attestation', 'on paper'],
      ['processing', 'pending'],
      ['storage', 'pending'],
    ],
  },
  { signer: 'patient15@vialkeep.test', center: 'hc@vialkeep.test', daysAgo: 2, documents: all('pending') },
  {
    signer: { name: 'Rosalind Marsh', email: 'rosalind.marsh@example.test' },
    center: 'hc@vialkeep.test',
    daysAgo: 5,
    documents: [
      ['attestation', 'on paper'],
      ['processing', 'pending'],
      ['storage', 'pending'],
    ],
  },
  {
    signer: 'patient@north.test',
    center: 'hc@north.test',
    daysAgo: 95,
    documents: [
      ['attestation', 'on paper'],
      ['storage', 'pending'],
    ],
  },
];

/** Adds documents of every state. The files are stored before the transaction that refers to them. */
export async function addDocuments(services: Services): Promise<void> {
  const people = await peopleOf(services);
  const ready: Made[] = [];
  for (const [at, group] of demoDocuments.entries()) {
    const signer =
      typeof group.signer === 'string' ? people(group.signer) : { ...people(group.center), ...group.signer, id: null };
    const site = await services.domains.ofId(signer.domain_id);
    const center = group.center ? people(group.center) : null;
    for (const [kind, state] of group.documents) {
      const documentId = createHash('sha256')
        .update(`demo ${at} ${kind}`)
        .digest()
        .subarray(0, 16)
        .toString('base64url');
      const document = { site, kind, documentId, signer, center, requestedAt: daysBefore(group.daysAgo) };
      ready.push({ ...document, state, file: state === 'pending' ? null : await storeFile(services, document, state) });
    }
  }
  await services.store.write('platform', actorlessContext('demo-network'), async (work) => {
    for (const document of ready) await addDocument(work, document);
  });
}

type DocumentParty = {
  id: number | null;
  domain_id: number;
  name: string;
  email: string;
  company: string;
  template_id: string | null;
};
type Ready = {
  readonly site: Domain;
  readonly kind: DocumentKind;
  readonly documentId: string;
  readonly signer: DocumentParty;
  readonly center: DocumentParty | null;
  readonly requestedAt: Date;
};
type StoredFile = { name: string; sha256: string };
type Made = Ready & { readonly state: State; readonly file: StoredFile | null };

async function peopleOf({ store }: Services): Promise<(email: string | undefined) => DocumentParty> {
  const rows = await store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'domain_id', 'username as name', 'email', 'company', 'template_id'])
    .execute();
  return (email) => {
    const person = rows.find((row) => row.email === email);
    if (!person) throw new Error(`The demo network has no ${email}.`);
    return person;
  };
}

async function storeFile(services: Services, document: Ready, state: State): Promise<StoredFile> {
  const bytes = state === 'signed' ? await sealDemoDocument(services, document) : await scan(document);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `documents/${sha256}.pdf`;
  await services.files.put(name, bytes, { mediaType: mediaTypeOf('pdf') });
  return { name, sha256 };
}

/** A PDF in place of a scanned document. */
function scan({ kind, site, signer, documentId }: Ready): Promise<Buffer> {
  const lines = [`Signed on paper by ${signer.name}.`, `Filed as document ${documentId}.`];
  return pdfOf(paperTitle(kind, site), lines);
}

/** Seals a document as the signing service does. */
async function sealDemoDocument(
  { sealKey, files }: Services,
  { kind, site, signer, center, documentId, requestedAt }: Ready,
) {
  const clinic = {
    company: (center ?? signer).company,
    representative: (center ?? signer).name,
    email: (center ?? signer).email,
  };
  const facts: PdfInput = {
    kind,
    site: await paperSite(files, site),
    center: clinic,
    ...(kind === 'hc_attestation' ? {} : { patient: { name: signer.name, email: signer.email } }),
    date: requestedAt,
    reference: documentId,
  };
  const paper = await renderInWorker(facts);
  const from = '203.0.113.24';
  const signedAt = signedAfter(requestedAt);
  const request = {
    title: paperTitle(kind, site),
    site: facts.site,
    place: paper.place,
    signer: { name: signer.name, email: signer.email },
    typedName: signer.name,
    signedAt,
    signedFrom: from,
    events: [
      { at: requestedAt, what: 'Made ready to be signed', who: site.brand },
      { at: signedAt, what: 'Signed', who: signer.name, from },
    ],
    reference: documentId,
    code: documentCode(documentId),
    verifyAt: `${site.url}/verify`,
    sealedAt: new Date(),
  };
  return sealInWorker(paper.pdf, request, await sealKey.forSealing());
}

async function addDocument(work: Work, document: Made): Promise<void> {
  const { site, kind, documentId, signer, center, requestedAt, state, file } = document;
  const centerId = center?.id ?? null;
  const row = await insertDocument(work, { site, kind, signer, centerId }, documentId);
  if (!row) throw new Error('The demo network asks for the same document twice.');
  // The last email is recent enough that its links still open.
  const emailed_at = state === 'pending' ? new Date(Math.max(requestedAt.getTime(), daysBefore(2).getTime())) : null;
  const times = { requested_at: requestedAt, emailed_at };
  await work.db.updateTable('documents').set(times).where('id', '=', row.id).execute();
  await recordRequestInCustody(work, row, requestedAt.toISOString().slice(0, 10));
  if (!file) return;
  const origin = state === 'signed' ? ('signing' as const) : ('upload' as const);
  const signedAt = state === 'signed' ? signedAfter(requestedAt) : null;
  await completeDocument(work, row, { ...file, origin, signedAt }, signer.template_id ?? undefined);
}

function signedAfter(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + 26 * 3_600_000);
}

function daysBefore(days: number): Date {
  return new Date(new Date().setUTCHours(9, 30, 0, 0) - days * 24 * 3_600_000);
}
