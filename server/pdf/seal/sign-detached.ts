import { P12Signer } from '@signpdf/signer-p12';
import type { SealingKey } from '../../ports/sealing-key.ts';

/**
 * A detached signature (CMS in DER) of these bytes by the sealing key. `openssl cms -verify -inform DER -content` checks
 * it.
 */
export function signDetached(
  content: Buffer,
  { p12, passphrase }: Pick<SealingKey, 'p12' | 'passphrase'>,
  at: Date,
): Promise<Buffer> {
  return new P12Signer(p12, { passphrase }).sign(content, at);
}
