import { Readable } from 'node:stream';
import { readCertificateChallenge } from '@vialkeep/contract/custom-sites.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

export const readCertificateChallengeHandler = handlePublic(readCertificateChallenge, async ({ params, services }) => {
  const { answer } = orNotFound(
    await services.store
      .read('platform')
      .selectFrom('certificate_challenges')
      .select('answer')
      .where('token', '=', params.token)
      .executeTakeFirst(),
  );
  return { stream: Readable.from([answer]), bytes: Buffer.byteLength(answer), mediaType: 'application/octet-stream' };
});
