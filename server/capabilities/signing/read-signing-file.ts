import { readSigningFile } from '@vialkeep/contract/signing.ts';
import { readVerified } from '../../kernel/files/read-verified.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { findSigningByLink } from './signing.queries.ts';
import { signingCalls } from './signing-calls.ts';

/** The unsigned PDF. A file that differs from its stored digest is not shown to a signer. */
export const readSigningFileHandler = withRateLimit(
  handlePublic(readSigningFile, async ({ params, request, services }) => {
    const { store, files } = services;
    const signing = await findSigningByLink(
      store.read('platform'),
      params.signingId,
      request.site.id,
    ).executeTakeFirst();
    const content = signing && (await readVerified(files, signing.paper_file, signing.paper_sha256));
    if (!content) throw refuseBy(readSigningFile, 'problem');
    return { content, mediaType: 'application/pdf', shownAs: `${signing.title}.pdf` };
  }),
  signingCalls,
);
