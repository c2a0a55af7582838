import type { ExportConnection } from '../../db/export-connection.ts';
import type { Services } from '../../services.ts';
import type { Actor } from '../../session/actor.ts';
import { EXPORTS_AT_ONCE, requireExportSlot, tooManyExports } from '../exports-at-once.ts';
import type { RequestFacts, StreamedFile } from '../handle.ts';
import { clientDisconnected } from '../refuse.ts';
import { type Chunk, streamedFile } from './streamed-file.ts';

type ExportRequest = {
  readonly actor: Actor;
  readonly request: Pick<RequestFacts, 'id' | 'onEnd'>;
  readonly services: Pick<Services, 'store' | 'log' | 'places'>;
};

type Exported = {
  readonly fileName: string;
  readonly mediaType: string;
  readonly chunks: (connection: ExportConnection) => AsyncGenerator<Chunk>;
};

/** A file whose rows come from a connection of its own, which is closed with the file. */
export async function exportedFile(
  { actor, request, services }: ExportRequest,
  { fileName, mediaType, chunks }: Exported,
): Promise<StreamedFile> {
  // Refused here without a connection; the locks also count for servers on other machines.
  const free = await services.places.take(`export ${actor.userId}`, EXPORTS_AT_ONCE);
  if (!free) throw tooManyExports();
  const connection = await services.store.openExport(actor.scope).catch((error: unknown) => {
    free();
    throw error;
  });
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    free();
    connection.close();
  };
  // A reader can disconnect before the first row, which may take long to come.
  request.onEnd(end);
  try {
    await requireExportSlot(connection, actor.userId);
    const made = chunks(connection);
    const file = await streamedFile(
      { requestId: request.id, log: services.log },
      { fileName, mediaType, chunks: made },
    );
    file.stream.once('close', end);
    return file;
  } catch (error) {
    if (hasEnded) throw clientDisconnected();
    end();
    throw error;
  }
}
