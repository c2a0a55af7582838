import { hash } from 'node:crypto';
import { verifyFile } from '@vialkeep/contract/documents.ts';
import { atOnce, handlePublic, withRateLimit } from '../../../kernel/http/handle.ts';
import { verifySeal } from '../../../pdf/seal/verify-seal.ts';
import { describeVerified, NOT_OURS, verifyingCalls } from './verified.ts';

/** Per network: an anonymous caller must not fill the disk with uploads that never finish. */
const FILES_AT_ONCE = 4;

/** Tells whether these bytes were filed or sealed by this installation; the file is not stored. */
export const verifyFileHandler = withRateLimit(
  atOnce(
    handlePublic(verifyFile, async ({ file, services }) => {
      const filed = await describeVerified(services, { sha256: hash('sha256', file.bytes) });
      if (filed) return filed;
      const seal = verifySeal(file.bytes, await services.sealKey.authorities());
      // The seal is genuine, but no document has this file: only the seal's own time is known.
      if (seal.genuine) {
        return {
          verdict: 'unaltered' as const,
          kind: null,
          signed_at: seal.signedAt.toISOString(),
          site: null,
        };
      }
      const isAltered = seal.reason === 'altered' || seal.reason === 'not_whole';
      return { ...NOT_OURS, verdict: isAltered ? ('altered' as const) : ('not_ours' as const) };
    }),
    FILES_AT_ONCE,
  ),
  verifyingCalls,
);
