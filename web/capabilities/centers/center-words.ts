type Person = { id: number; first_name: string; last_name: string };

export function staffName({ id, first_name, last_name }: Person): string {
  return `#ID: ${id} - ${first_name} ${last_name}`;
}

/** Of a referral center the manager shows its company where it shows a person's name. */
export function referralName({ id, company }: { id: number; company: string }): string {
  return `#ID: ${id} - ${company}`;
}

export function centerName({ id, company }: { id: number; company: string }): string {
  return `#${id} - ${company}`;
}

/** A part of one of these, in small or capital letters. */
export function matches(texts: readonly (string | number)[], typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return texts.some((text) => String(text).toLowerCase().includes(wanted));
}
