import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { clinicPlans, NewUser, REQUIRED_CLINIC_FIELDS, REQUIRED_FIELDS } from '@vialkeep/contract/users.ts';
import type { z } from 'zod';
import { usersTexts } from '../users.texts.ts';
import type { CreatablePlan } from './membership-cards.tsx';

const texts = usersTexts.create;

/** The contract's new user in form shape: every field is present, and the site may be empty. */
const Shape = NewUser.required().extend({
  domain: DomainId.nullable().refine((id) => id !== null, texts.domainRequired),
});
export type NewUserValues = z.input<typeof Shape>;

const ClinicShape = Shape.extend({
  company: Shape.shape.company.refine((name) => name !== '', texts.clinicRequired),
  phone_number: Shape.shape.phone_number.refine((number) => number !== '', texts.clinicPhoneRequired),
});

/** Plans that are identified by a clinic require its name and phone number. */
export function newUserShape(plan: CreatablePlan): typeof Shape {
  return isClinic(plan) ? ClinicShape : Shape;
}

export function isClinic(plan: CreatablePlan): boolean {
  return clinicPlans.includes(plan);
}

const clinicFields: readonly string[] = ['company', 'phone_number'];

/** The notice for invalid input; missing fields use the documented sentences. */
export function invalidWords(values: NewUserValues, wrong: readonly string[]): string | null {
  const missing = wrong.filter((name) => isEmpty(values, name));
  if (missing.some((name) => !clinicFields.includes(name))) return REQUIRED_FIELDS;
  return missing.length > 0 ? REQUIRED_CLINIC_FIELDS : null;
}

function isEmpty(values: NewUserValues, name: string): boolean {
  const value = Object.entries(values).find(([key]) => key === name)?.[1];
  return value === null || (typeof value === 'string' && value.trim() === '');
}
