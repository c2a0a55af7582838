import { verifyCode } from '@vialkeep/contract/documents.ts';
import { handlePublic, withRateLimit } from '../../../kernel/http/handle.ts';
import { describeVerified, NOT_OURS, verifyingCalls } from './verified.ts';

/**
 * Tells whether a code belongs to a document of this installation. Only the file proves that a printed copy is that
 * document.
 */
export const verifyCodeHandler = withRateLimit(
  handlePublic(
    verifyCode,
    async ({ params, services }) => (await describeVerified(services, { code: asPrinted(params.code) })) ?? NOT_OURS,
  ),
  verifyingCalls,
);

/** Accepts codes without dashes, and O for 0 and I or L for 1; no code contains the letters I, L, O or U. */
export function asPrinted(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
