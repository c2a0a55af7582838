import { randomUUID } from 'node:crypto';

export type StandInStatus = 'InProgress' | 'Completed' | 'Declined' | 'Expired' | 'Revoked';

export type StandInDocument = {
  readonly documentId: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly metaData: Readonly<Record<string, string>>;
  readonly signer: { readonly name: string; readonly emailAddress: string; readonly formFields: readonly unknown[] };
  /** The other fields of the form, as received. */
  readonly options: Readonly<Record<string, string>>;
  /** The unsigned PDF, and after the signature the signed one. */
  pdf: Buffer;
  status: StandInStatus;
  /** False while it is in creation: its id exists already, and no call finds it. */
  isThere: boolean;
  readonly createdDate: number;
  activityDate: number;
  readonly history: { action: string; timestamp: number }[];
  /** Where the latest link sends the signer after the signature. */
  redirectUrl: string | null;
};

const LISTED_ELSEWHERE = ['files', 'title', 'labels', 'metaData', 'signers'];

/** Null when BoldSign would answer 400. */
export function documentFrom(form: StandInForm, isThere: boolean, now: number): StandInDocument | null {
  const text = (name: string) => form.get(name)?.[0]?.toString('utf8') ?? '';
  const [pdf, ...others] = form.get('files') ?? [];
  const [signer, metaData] = [objectIn(text('signers')), objectIn(text('metaData'))];
  if (!pdf || others.length > 0 || !signer || !metaData || text('title') === '') return null;
  if (typeof signer.name !== 'string' || !/^\S+@\S+$/.test(String(signer.emailAddress))) return null;
  if (!Array.isArray(signer.formFields) || signer.formFields.length === 0) return null;
  return {
    documentId: randomUUID(),
    title: text('title'),
    labels: (form.get('labels') ?? []).map(String),
    metaData: Object.fromEntries(Object.entries(metaData).map(([key, value]) => [key, String(value)])),
    signer: { name: signer.name, emailAddress: String(signer.emailAddress), formFields: signer.formFields },
    options: Object.fromEntries(
      [...form.keys()].filter((name) => !LISTED_ELSEWHERE.includes(name)).map((name) => [name, text(name)]),
    ),
    pdf,
    status: 'InProgress',
    isThere,
    createdDate: now,
    activityDate: now,
    history: [],
    redirectUrl: null,
  };
}

export type StandInForm = ReadonlyMap<string, readonly Buffer[]>;

/** The parts of a multipart body by name. In latin1 one byte is one character, so no byte is lost. */
export function formIn(body: Buffer, contentType: string): StandInForm {
  const form = new Map<string, Buffer[]>();
  const [, boundary] = /^multipart\/form-data; *boundary="?([^";]+)/.exec(contentType) ?? [];
  if (boundary === undefined) return form;
  const parts = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`).slice(1, -1);
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n');
    const [, name = ''] = /name="([^"]*)"/.exec(part.slice(0, end)) ?? [];
    form.set(name, [...(form.get(name) ?? []), Buffer.from(part.slice(end + 4), 'latin1')]);
  }
  return form;
}

export function propertiesOf(document: StandInDocument) {
  return {
    ...listedOf(document),
    documentDescription: '',
    files: [],
    documentHistory: document.history.map((entry) => ({ id: randomUUID(), ...signerIn(document), ...entry })),
    metaData: document.metaData,
    disableEmails: document.options.disableEmails === 'true',
  };
}

export function listedOf(document: StandInDocument) {
  return {
    documentId: document.documentId,
    messageTitle: document.title,
    status: document.status,
    createdDate: document.createdDate,
    activityDate: document.activityDate,
    activityBy: document.signer.emailAddress,
    senderDetail: { name: 'Vialkeep', emailAddress: 'sender@vialkeep.test', isViewed: false },
    signerDetails: [{ signerName: document.signer.name, signerEmail: document.signer.emailAddress }],
    ccDetails: [],
    expiryDate: document.createdDate + Number(document.options.expiryValue) * 86_400,
    enableSigningOrder: false,
    isDeleted: false,
    labels: document.labels,
    cursor: document.createdDate,
    brandId: '',
  };
}

/** The status words of the list filter. */
const LIST_WORDS: Readonly<Record<StandInStatus, string>> = {
  InProgress: 'WaitingForOthers',
  Completed: 'Completed',
  Declined: 'Declined',
  Expired: 'Expired',
  Revoked: 'Revoked',
};

/** Oldest first, so that no caller relies on the newest being first. Null when BoldSign would answer 400. */
export function listedBy(documents: Iterable<StandInDocument>, query: URLSearchParams) {
  const [page, pageSize] = [Number(query.get('Page')), Number(query.get('PageSize') ?? 10)];
  const statuses = query.getAll('Status');
  const words = [...Object.values(LIST_WORDS), 'None', 'WaitingForMe', 'NeedAttention', 'Draft', 'Scheduled'];
  if (!(page >= 1) || !(pageSize >= 1 && pageSize <= 100) || statuses.some((word) => !words.includes(word)))
    return null;

  const labels = query.getAll('Labels');
  const since = query.has('StartDate') ? Date.parse(query.get('StartDate') ?? '') / 1_000 : -Infinity;
  const found = [...documents].filter(
    (document) =>
      document.isThere &&
      document.createdDate >= since &&
      (statuses.length === 0 || statuses.includes(LIST_WORDS[document.status])) &&
      (labels.length === 0 || document.labels.some((label) => labels.includes(label))),
  );
  const totalPages = Math.ceil(found.length / pageSize);
  return {
    pageDetails: { page, pageSize, totalRecordsCount: found.length, totalPages },
    result: found.slice((page - 1) * pageSize, page * pageSize).map(listedOf),
  };
}

function signerIn({ signer }: StandInDocument) {
  return { name: signer.name, email: signer.emailAddress, toName: null, toEmail: null, ipaddress: '203.0.113.9' };
}

function objectIn(value: string): Record<string, unknown> | null {
  try {
    const object: unknown = JSON.parse(value);
    // @NOTE an object from JSON has text keys and unknown values.
    return typeof object === 'object' ? (object as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
