import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { type Certificates, CertificateUnavailable } from '../../ports/certificates.ts';

/**
 * The local CA of the installation, in DATA_DIR/authority, created when first needed. Browsers trust it once
 * `certificate.pem` is installed: enough for trials, or inside a network that distributes it.
 */
export function localAuthority(dataDir: string, product: string): Certificates {
  const folder = join(dataDir, 'authority');
  return {
    name: 'authority',
    async issue(host) {
      try {
        return await issueBy(await openAuthority(folder, product), host);
      } catch (error) {
        throw new CertificateUnavailable('The installation’s own authority cannot be used.', { cause: error });
      }
    },
  };
}

const AUTHORITY_DAYS = 3_650;
/** Browsers reject certificates that are valid for more than 398 days. */
const SITE_DAYS = 365;
const DAY_MS = 86_400_000;
const RSA_BITS = 2_048;

type Authority = { readonly key: forge.pki.rsa.PrivateKey; readonly certificate: forge.pki.Certificate };

/** Two processes that create the CA at once end up with one: the first to link the finished file wins. */
async function openAuthority(folder: string, product: string): Promise<Authority> {
  const kept = join(folder, 'authority.pem');
  const known = await readFile(kept, 'utf8').catch(() => null);
  if (known !== null) return parseAuthority(known);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = await makeAuthority(product);
  const fresh = join(folder, `.new-${randomBytes(6).toString('hex')}`);
  await writeFile(fresh, made.key + made.certificate, { mode: 0o600, flag: 'wx', flush: true });
  await link(fresh, kept).catch(() => undefined);
  await rm(fresh, { force: true });
  const winner = await readFile(kept, 'utf8');
  const opened = parseAuthority(winner);
  await writeFile(join(folder, 'certificate.pem'), forge.pki.certificateToPem(opened.certificate), { mode: 0o644 });
  return opened;
}

function parseAuthority(pem: string): Authority {
  const [key, certificate] = forge.pem.decode(pem).map((part) => forge.pem.encode(part));
  if (key === undefined || certificate === undefined) throw new Error('The authority’s file is damaged.');
  return { key: forge.pki.privateKeyFromPem(key), certificate: forge.pki.certificateFromPem(certificate) };
}

async function makeAuthority(product: string) {
  const pair = await newPair();
  const name = [
    { name: 'commonName', value: `${product} Site Authority` },
    { name: 'organizationName', value: product },
  ];
  const certificate = begun(pair.publicKey, AUTHORITY_DAYS);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return { key: pair.privateKey, certificate: forge.pki.certificateToPem(certificate) };
}

async function issueBy(authority: Authority, host: string) {
  const pair = await newPair();
  const certificate = begun(pair.publicKey, SITE_DAYS);
  // Browsers read the alternative names; a common name holds 64 characters only.
  certificate.setSubject([{ name: 'commonName', value: host.slice(0, 64) }]);
  certificate.setIssuer(authority.certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: host }] },
    { name: 'subjectKeyIdentifier' },
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier: authority.certificate.generateSubjectKeyIdentifier().getBytes(),
    },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  const own = forge.pki.certificateToPem(certificate);
  return {
    chain: own + forge.pki.certificateToPem(authority.certificate),
    key: pair.privateKey,
    until: new X509Certificate(own).validToDate,
  };
}

const DNS_NAME = 2;

function begun(publicKey: string, days: number): forge.pki.Certificate {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // The first bit must be 0, or the serial number would be negative.
  made.serialNumber = `01${randomBytes(15).toString('hex')}`;
  made.validity.notBefore = new Date(Date.now() - 3_600_000);
  made.validity.notAfter = new Date(Date.now() + days * DAY_MS);
  return made;
}

function newPair() {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
