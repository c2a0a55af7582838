import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import { registrations } from './custom-sites.queries.ts';

/** Runs at start: adds the files that the proxy's script reads to folders that an earlier version created. */
export async function completeFolders({ store, siteFolders, log }: Services): Promise<void> {
  for (const { site_id, host, domain_file_at } of await registrations(store.read('platform'))) {
    if (domain_file_at === null) continue;
    await siteFolders
      .completeFolder(DomainId.parse(site_id), host)
      .catch((error: unknown) =>
        log.warn({ site: site_id, error: describeError(error) }, 'the folder of a custom site could not be completed'),
      );
  }
}
