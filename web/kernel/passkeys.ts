/** The options of the browser's authenticator call, as the server sends them. */
type PasskeyOptions = { challenge: string };

/** The passkey was not used: the user cancelled, the time ran out, or the authenticator refused. */
export class PasskeyUnused extends Error {
  /** Whether the authenticator already holds a passkey of this account. */
  readonly isKnown: boolean;

  constructor(cause: unknown) {
    super('The passkey was not used.', { cause });
    this.name = 'PasskeyUnused';
    this.isKnown =
      errorNameOf(cause) === 'InvalidStateError' || errorNameOf(nestedCause(cause)) === 'InvalidStateError';
  }
}

/** Creates a passkey in the user's authenticator. Throws `PasskeyUnused`. */
export async function createPasskey(options: PasskeyOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    // @NOTE the server's library wrote the options; the contract knows only what the product reads itself.
    const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (thrown) {
    throw new PasskeyUnused(thrown);
  }
}

/** Signs the server's challenge with a passkey that the user chooses. Throws `PasskeyUnused`. */
export async function signWithPasskey(options: PasskeyOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    // @NOTE as above.
    const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    return { ...(await startAuthentication({ optionsJSON })) };
  } catch (thrown) {
    throw new PasskeyUnused(thrown);
  }
}

function errorNameOf(thrown: unknown): string | null {
  return thrown instanceof Error || thrown instanceof DOMException ? thrown.name : null;
}

function nestedCause(thrown: unknown): unknown {
  return thrown instanceof Error ? thrown.cause : null;
}
