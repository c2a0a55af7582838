import type { AuditRow } from '@vialkeep/contract/audit.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import { auditTexts as texts } from './audit.texts.ts';

/** 'Ada Lovelace (Admin)', and whose account it was where the administrator acted in another. */
export function whoOf({ actor, user }: AuditRow): string {
  if (!actor) return texts.product;
  const name = `${actor.name} (${planNames[actor.plan]})`;
  return user && user.id !== actor.id ? `${name} ${texts.inAccountOf(user.name)}` : name;
}

export function aboutOf({ subject, subject_id }: AuditRow): string {
  return texts.subject(subject, subject_id);
}

/** A value as it is read: lists with commas, nothing as a word. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.empty;
  if (Array.isArray(value)) return value.map(String).join(', ') || texts.empty;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
