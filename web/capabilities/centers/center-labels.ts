type StaffIdentity = { id: number; first_name: string; last_name: string };

export function staffName({ id, first_name, last_name }: StaffIdentity): string {
  return `#ID: ${id} - ${first_name} ${last_name}`;
}

/** The manager lists a referral center by its company instead of a person's name. */
export function referralName({ id, company }: { id: number; company: string }): string {
  return `#ID: ${id} - ${company}`;
}

export function centerName({ id, company }: { id: number; company: string }): string {
  return `#${id} - ${company}`;
}
