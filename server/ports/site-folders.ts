import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';

export type SiteCertificate = { readonly chain: string; readonly key: string };

/**
 * What the reverse proxy in front reads of a site: a folder for each, named by the site's number and by nothing that
 * anybody typed. What cannot be written throws `FolderUnwritable`.
 */
export type SiteFolders = {
  create(id: DomainId): Promise<void>;
  /** With https once there is a certificate, without before; and the two words that root's own script believes, checked. */
  writeServerBlock(id: DomainId, host: string): Promise<void>;
  /** The same for a folder of an earlier version, which has a block and no `site.json`. */
  completeFolder(id: DomainId, host: string): Promise<void>;
  /** Both files appear whole; the configuration follows, so that a proxy never reads one that names what is missing. */
  writeCertificate(id: DomainId, host: string, certificate: SiteCertificate): Promise<void>;
};

export class FolderUnwritable extends Error {
  override readonly name = 'FolderUnwritable';
}
