import { randomBytes } from 'node:crypto';
import { fileSignedDocuments, listCenterDocuments, uploadSignedDocument } from '@vialkeep/contract/documents.ts';
import { login } from '@vialkeep/contract/session.ts';
import { z } from 'zod';
import { ApiClient, type Told } from '../../harness/api-client.ts';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { newDataDir, type Product, startDemo } from '../../harness/product.ts';

const EMAIL = 'hc@vialkeep.test';
const PASSWORD = 'Vialkeep-demo-1';
const Session = z.object({ token: z.string(), user: z.object({ id: z.number() }) });
const Upload = z.object({ filename: z.string() });
const Documents = z.array(z.object({ document_id: z.string(), patient_email: z.string() }));

/** Two servers as on two machines: one database and one file store, no common folder. */
export type TwoProducts = {
  readonly first: Product;
  readonly second: Product;
  readonly close: () => Promise<void>;
};

export async function startTwoProducts(filesUrl: string): Promise<TwoProducts> {
  return onOwnDatabase('two-products', async ({ settings, beforeEnd }) => {
    const shared = { ...settings, FILES_URL: filesUrl, DATA_KEY: randomBytes(32).toString('hex') };
    const start = async () => {
      const product = await startDemo({ ...shared, DATA_DIR: newDataDir() });
      beforeEnd(() => product.removeData());
      return product;
    };
    // In sequence: the first server creates the demo network.
    const first = await start();
    return { first, second: await start() };
  });
}

/** A center uploads one document to a server. */
export async function uploadDocument(product: Product, bytes: Buffer): Promise<Told | null> {
  return new ApiClient(EMAIL, () => product.baseUrl).call(uploadSignedDocument, { file: { name: 'scan.pdf', bytes } });
}

/** Files the uploaded document under this patient's address; returns the id under which it can be read. */
export async function fileDocument(product: Product, uploaded: Told | null, email: string): Promise<string> {
  const { token, user } = await logIn(product);
  const center = new ApiClient(EMAIL, () => product.baseUrl).use(token);
  const storage = Upload.parse(uploaded?.body).filename;
  const filed = await center.call(fileSignedDocuments, { body: { name: 'Paul Paper', email, storage } });
  if (filed?.status !== 200) throw new Error(`The document was not filed: ${filed?.status}`);
  const documents = await center.call(listCenterDocuments, { params: { id: user.id } });
  const id = Documents.parse(documents?.body).find(({ patient_email }) => patient_email === email)?.document_id;
  if (!id) throw new Error('The filed document is not in the list of the center.');
  return id;
}

/** Reads a document as a browser does, with the cookie of a login at the same server. */
export async function downloadDocument(product: Product, id: string): Promise<{ status: number; bytes: Buffer }> {
  const { cookie } = await logIn(product);
  const response = await fetch(`${product.baseUrl}/media/${id}.pdf`, { headers: { cookie } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function logIn({ baseUrl }: Product) {
  const response = await fetch(`${baseUrl}${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  return { ...Session.parse(await response.json()), cookie };
}
