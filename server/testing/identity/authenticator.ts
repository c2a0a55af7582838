import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type SentResponse = {
  id: unknown;
  rawId: unknown;
  type: unknown;
  clientExtensionResults: object;
  response: Record<string, unknown>;
};

/** What a wrong browser, authenticator or attacker changes in a response. */
export type ResponseFault = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly client?: Readonly<Record<string, unknown>>;
  readonly signedBy?: KeyObject;
  readonly id?: Buffer;
  /** Changes the finished response. */
  readonly change?: (response: SentResponse) => void;
  /** Changes the bytes that the authenticator signs. */
  readonly data?: (bytes: Buffer) => Buffer;
  readonly algorithm?: number;
  readonly format?: string;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Place = { readonly origin: string; readonly rpId: string };
/** A passkey that another authenticator made. */
type KnownPasskey = { readonly id: Buffer; readonly privateKey: KeyObject };
type Options = { readonly challenge: string; readonly user?: { readonly id: string } };

/** A software authenticator with one ES256 passkey: its responses are those of a browser. */
export function newAuthenticator({ origin, rpId }: Place, passkey: KnownPasskey = newPasskey()) {
  const { id, privateKey } = passkey;
  let counter = 0;
  let userHandle: string | undefined;

  const clientDataOf = (type: string, options: Options, fault: ResponseFault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? options.challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
        ...fault.client,
      }),
    );
  const headOf = (flags: number, fault: ResponseFault) =>
    Buffer.concat([
      sha256(Buffer.from(fault.rpId ?? rpId)),
      Buffer.from([fault.flags ?? flags]),
      uint32(fault.counter ?? counter),
    ]);

  return {
    id,
    /** The response to the options of a registration. */
    create(options: object, fault: ResponseFault = {}): SentResponse {
      // @NOTE the server's options always have these parts.
      const asked = options as Options;
      userHandle = asked.user?.id;
      const head = headOf(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, fault);
      const credential = fault.id ?? id;
      const plain = Buffer.concat([
        head,
        Buffer.alloc(16),
        Buffer.from([credential.length >> 8, credential.length & 0xff]),
        credential,
        coseKey(createPublicKey(privateKey), fault.algorithm ?? -7),
      ]);
      const authData = fault.data?.(plain) ?? plain;
      const response: SentResponse = {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataOf('webauthn.create', asked, fault).toString('base64url'),
          attestationObject: cborMap([
            [cborText('fmt'), cborText(fault.format ?? 'none')],
            [cborText('attStmt'), cborMap([])],
            [cborText('authData'), cborBytes(authData)],
          ]).toString('base64url'),
          transports: ['internal'],
        },
      };
      fault.change?.(response);
      return response;
    },

    /** The response to the options of a login or of another proof. */
    get(options: object, fault: ResponseFault = {}): SentResponse {
      // @NOTE the server's options always have these parts.
      const asked = options as Options;
      if (fault.counter === undefined) counter += 1;
      const plain = headOf(USER_PRESENT | USER_VERIFIED, fault);
      const authenticatorData = fault.data?.(plain) ?? plain;
      const clientData = clientDataOf('webauthn.get', asked, fault);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      const response: SentResponse = {
        id: (fault.id ?? id).toString('base64url'),
        rawId: (fault.id ?? id).toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, fault.signedBy ?? privateKey).toString('base64url'),
          userHandle,
        },
      };
      fault.change?.(response);
      return response;
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;

function newPasskey(): KnownPasskey {
  return { id: randomBytes(32), privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(algorithm)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
