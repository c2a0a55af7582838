import { vi } from 'vitest';

type Outcome = 'used' | 'cancelled' | 'known';

/** A browser with passkeys whose authenticator always does the same; without it there are none. */
export function standInPasskeys(outcome: Outcome = 'used'): void {
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  const act = async () => {
    if (outcome === 'cancelled') throw new DOMException('Cancelled.', 'NotAllowedError');
    if (outcome === 'known') throw new DOMException('Known.', 'InvalidStateError');
    return credential();
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: act, get: act } });
}

/** The browser has no passkeys again. */
export function removePasskeys(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}

/** The options of a server, as far as the browser's library reads them. */
export const passkeyOptionsSample = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { name: 'Vialkeep', id: 'localhost' },
  user: { id: 'dXNlcg', name: 'hc@vialkeep.test', displayName: 'Maria Stein' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

function credential() {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, attestationObject: bytes, authenticatorData: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  };
}
