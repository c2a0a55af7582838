import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import type { TypedAdmin, TypedSettings } from './typed-site.ts';

/** The form input in this tab's memory. After a reload it is empty and the wizard asks again. */
export type Typed = Partial<TypedAdmin & TypedSettings>;

export type SiteStep =
  | { does: 'configure'; with: TypedSettings & { logo: File } }
  | { does: 'admin'; with: TypedAdmin }
  | { does: 'folder' }
  | { does: 'file' }
  | { does: 'certificate' };

/**
 * The next step that needs no input; null if the user must type or the DNS name does not resolve to this server (U-39).
 */
export function nextStep(site: CustomSite, typed: Typed): SiteStep | null {
  if (!site.configured) return hasSettings(typed) ? { does: 'configure', with: typed } : null;
  if (site.admin_email === null) return hasAdmin(typed) ? { does: 'admin', with: typed } : null;
  if (!site.folder_created) return { does: 'folder' };
  if (!site.domain_file_created) return { does: 'file' };
  return site.up && !site.certified ? { does: 'certificate' } : null;
}

function hasSettings(typed: Typed): typed is TypedSettings & { logo: File } {
  return typed.logo instanceof File;
}

function hasAdmin(typed: Typed): typed is TypedAdmin {
  return typed.password !== undefined;
}
