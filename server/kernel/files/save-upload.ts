import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Call, ReceivedFile } from '../http/handle.ts';
import { Refusal } from '../http/refuse.ts';
import { insertFileRow, storeFile } from './insert-file-row.ts';
import { claimQuota, requireQuota } from './upload-quota.ts';

type Uploading = Pick<Call<Route>, 'actor' | 'write' | 'services'> & { readonly file: ReceivedFile };

type Kept = {
  readonly folder: string;
  readonly action: string;
  /** The name that its owner gave, if any. */
  readonly givenName?: string | undefined;
  readonly facts?: AuditEntry['facts'];
};

/** Stores an upload under a generated name with its uploader as owner; returns the name without its folder. */
export async function saveUpload({ actor, file, write, services }: Uploading, kept: Kept): Promise<string> {
  const uploadedBy = actor.acting?.byId ?? actor.userId;
  await requireQuota(services.store.read(actor.scope), services, uploadedBy, file.bytes.length);
  const stored = await storeFile(services, kept.folder, file);
  await write(async (work) => {
    await claimQuota(work, services, uploadedBy, file.bytes.length);
    await insertFileRow(work, actor, stored, kept.givenName ?? file.givenName);
    await audit(work, {
      domainId: actor.domainId,
      action: kept.action,
      subject: 'file',
      subjectId: stored.name,
      facts: { ...kept.facts, bytes: file.bytes.length },
    });
  }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await services.files.remove(stored.name);
    throw error;
  });
  return stored.name.slice(kept.folder.length + 1);
}
