import { verifyCode } from '@vialkeep/contract/documents.ts';
import { handlePublic, limited } from '../../../kernel/http/handle.ts';
import { describeVerified, NOT_OURS, verifyingCalls } from './verified.ts';

/** Whether a code is printed on a document of ours. Whether the paper in hand is that document, its file has to tell. */
export const verifyCodeHandler = limited(
  handlePublic(
    verifyCode,
    async ({ params, services }) => (await describeVerified(services, { code: asPrinted(params.code) })) ?? NOT_OURS,
  ),
  verifyingCalls,
);

/** People leave out the dashes, and read O for 0 and I or L for 1; the letters I, L, O and U are in no code. */
function asPrinted(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
