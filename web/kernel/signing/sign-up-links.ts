import { site } from '../site.ts';

/** C-17: each link with the slashes the specification gives it. */

export function staffSignUpLink(centerId: number): string {
  return `${adminHost()}/hc-staff-registration/?hcid=${centerId}`;
}

/** the sales rep is the same for every center. */
export function referralSignUpLink(centerId: number): string {
  return `${adminHost()}/referral-harvest-center-registration/?srid=${site.default_rhc_srid}&hcid=${centerId}`;
}

/** F124: by these a rep's own clinics register, one with and one without a slash before the '?'. */
export function repSignUpLinks(repId: number): { harvestCenter: string; referralCenter: string } {
  return {
    harvestCenter: `${adminHost()}/harvest-center-registration/?srid=${repId}`,
    referralCenter: `${adminHost()}/referral-harvest-center-registration?srid=${repId}`,
  };
}

/** Where the administration is: the one setting there is for it, or this very address. */
function adminHost(): string {
  const host = site.admin_host.replace(/\/+$/, '');
  if (host === '') return `${location.protocol}//${location.host}`;
  return host.includes('://') ? host : `${location.protocol}//${host}`;
}
