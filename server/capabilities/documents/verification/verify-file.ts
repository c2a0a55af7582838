import { hash } from 'node:crypto';
import { verifyFile } from '@vialkeep/contract/documents.ts';
import { atOnce, handlePublic, limited } from '../../../kernel/http/handle.ts';
import { verifySeal } from '../../../pdf/seal/verify-seal.ts';
import { describeVerified, NOT_OURS, verifyingCalls } from './verified.ts';

/** Of one network: a caller without an account must not fill the disk with files that never come to their end. */
const FILES_AT_ONCE = 4;

/** Whether these bytes are ones that we filed or sealed. The file is looked at and kept nowhere. */
export const verifyFileHandler = limited(
  atOnce(
    handlePublic(verifyFile, async ({ file, services }) => {
      const filed = await describeVerified(services, { sha256: hash('sha256', file.bytes) });
      if (filed) return filed;
      const seal = verifySeal(file.bytes, await services.sealKey.authorities());
      // Sealed here, though no document of ours holds it: it says so itself, and more is not known.
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
