import type { AuditRow } from '@vialkeep/contract/audit.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import { formatDateTime, formatDay } from '../../ui/display/formats.ts';
import { auditTexts as texts } from './audit.texts.ts';

/** 'Ada Lovelace (Admin)'; in an acting session it also names the account. */
export function whoOf({ actor, user }: AuditRow): string {
  if (!actor) return texts.product;
  const name = `${actor.name} (${planNames[actor.plan]})`;
  return user && user.id !== actor.id ? `${name} ${texts.inAccountOf(user.name)}` : name;
}

export function aboutOf({ subject, subject_id }: AuditRow): string {
  return texts.subject(subject, subject_id);
}

const STAMP = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}\S*)?$/;

/** Formats a value for reading: lists with commas, dates in words, a word for an empty value. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.empty;
  if (Array.isArray(value)) return value.map(String).join(', ') || texts.empty;
  if (typeof value !== 'string') return JSON.stringify(value);
  const stamp = STAMP.exec(value);
  if (!stamp) return value;
  return (stamp[1] ? formatDateTime(value) : formatDay(value)) || value;
}
