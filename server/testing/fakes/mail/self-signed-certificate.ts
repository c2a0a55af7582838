import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate for one IPv4 address, generated at run time so that no key is in the repository. For fakes only. */
export function selfSignedCertificate(address: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(set(sequence(oid.commonName, der(0x0c, Buffer.from(address)))));
  const now = Date.now();

  const body = sequence(
    der(0xa0, integer(2)),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(oid.ecdsaWithSha256),
    name,
    sequence(utcTime(now - 3_600_000), utcTime(now + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid.subjectAltName, der(0x04, sequence(der(0x87, Buffer.from(address.split('.').map(Number)))))),
        sequence(oid.basicConstraints, TRUE, der(0x04, sequence(TRUE))),
      ),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = sequence(body, sequence(oid.ecdsaWithSha256), signature);

  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const oid = {
  commonName: der(0x06, Buffer.from('550403', 'hex')),
  ecdsaWithSha256: der(0x06, Buffer.from('2a8648ce3d040302', 'hex')),
  subjectAltName: der(0x06, Buffer.from('551d11', 'hex')),
  basicConstraints: der(0x06, Buffer.from('551d13', 'hex')),
};

const TRUE = der(0x01, Buffer.from([0xff]));

function der(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]) {
  return der(0x30, ...parts);
}

function set(...parts: Buffer[]) {
  return der(0x31, ...parts);
}

function integer(value: number) {
  return der(0x02, Buffer.from([value]));
}

function utcTime(at: number) {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}
