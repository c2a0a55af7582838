import type { AdministeredCenter, AdministeredStaff, ReferralAssociation } from '@vialkeep/contract/centers.ts';
import type { z } from 'zod';
import type { administeredCenters, WithCenters } from './centers.queries.ts';

type AdministeredRow = Awaited<ReturnType<typeof administeredCenters>>[number];

export function presentAdministered({
  domain_id,
  domain_name,
  ...row
}: AdministeredRow): z.input<typeof AdministeredCenter> {
  return { ...row, domain: { id: domain_id, name: domain_name } };
}

export function presentStaff(row: WithCenters): z.input<typeof AdministeredStaff> {
  const linked = presentCenterNames(row.centers.filter(({ pending }) => !pending));
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    domain: { id: row.domain_id, name: row.domain_name },
    related_users: linked,
    harvest_centers: linked,
    pending: presentCenterNames(row.centers.filter(({ pending }) => pending)),
    version: row.version,
  };
}

export function presentAssociation(row: WithCenters): z.input<typeof ReferralAssociation> {
  return {
    id: row.id,
    rhc_domain: { id: row.domain_id, name: row.domain_name },
    rhc_desc: { id: row.id, company: row.company },
    hc_desc: presentCenterNames(row.centers.filter(({ pending }) => !pending)),
    pending: presentCenterNames(row.centers.filter(({ pending }) => pending)),
    version: row.version,
  };
}

function presentCenterNames(centers: readonly { id: number; company: string }[]) {
  return centers.map(({ id, company }) => ({ id, company }));
}
