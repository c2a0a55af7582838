import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';

export type SiteCertificate = { readonly chain: string; readonly key: string };

/**
 * The files of custom sites that the reverse proxy reads: one folder per site, named by the site's number and by no
 * user input. Throws `FolderUnwritable` when a file cannot be written.
 */
export type SiteFolders = {
  create(id: DomainId): Promise<void>;
  /**
   * Writes a server block, with https once there is a certificate, and the validated `site.json` that root's script
   * reads.
   */
  writeServerBlock(id: DomainId, host: string): Promise<void>;
  /** The same for a folder of an earlier version, which has a server block and no `site.json`. */
  completeFolder(id: DomainId, host: string): Promise<void>;
  /**
   * Both files are written atomically before the configuration, so that the proxy never reads one with missing files.
   */
  writeCertificate(id: DomainId, host: string, certificate: SiteCertificate): Promise<void>;
};

export class FolderUnwritable extends Error {
  override readonly name = 'FolderUnwritable';
}
