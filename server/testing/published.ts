import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';

/** A generated document that people review: tests compare the server with it. */
export function readPublished(file: string): string {
  return readFileSync(resolve(import.meta.dirname, '../../docs/generated', file), 'utf8');
}

/** The published words of an action, plan by plan: 'yes', 'own', 'not while acting', or '—'. */
export function publishedRow(action: string): [Plan, string][] {
  const line = readPublished('permissions.md')
    .split('\n')
    .find((row) => row.startsWith(`| \`${action}\` |`));
  const cells = line?.split('|').slice(2, -1) ?? [];
  return plans.map((plan, index) => [plan, cells[index]?.trim() ?? '']);
}
