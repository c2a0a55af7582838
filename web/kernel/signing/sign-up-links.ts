import { site } from '../site.ts';

/** Each link has the slashes of the specification (C-17). */

export function staffSignUpLink(centerId: number): string {
  return `${adminHost()}/hc-staff-registration/?hcid=${centerId}`;
}

/** The sales rep is the same for every center. */
export function referralSignUpLink(centerId: number): string {
  return `${adminHost()}/referral-harvest-center-registration/?srid=${site.default_rhc_srid}&hcid=${centerId}`;
}

/** The links by which a rep's clinics register, one with and one without a slash before the '?' (F124, Q-24). */
export function repSignUpLinks(repId: number): { harvestCenter: string; referralCenter: string } {
  return {
    harvestCenter: `${adminHost()}/harvest-center-registration/?srid=${repId}`,
    referralCenter: `${adminHost()}/referral-harvest-center-registration?srid=${repId}`,
  };
}

/** The administration's host: the setting, or the current address. */
function adminHost(): string {
  const host = site.admin_host.replace(/\/+$/, '');
  if (host === '') return `${location.protocol}//${location.host}`;
  return host.includes('://') ? host : `${location.protocol}//${host}`;
}
