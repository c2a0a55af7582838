import type { Account } from './accounts.ts';

/** What a first visit may cost. Kilobytes are of 1000 bytes as they travel, compressed. */
export type Budget = {
  path: string;
  account?: Account;
  /** JavaScript, styles and fonts. */
  kilobytes: number;
  requests: number;
  /** The others are for the long run. */
  inEveryRun?: true;
};

/**
 * Core Web Vitals, 'good', and UI 6: on a phone in the middle of the market over 4G. The time is printed and not held to:
 * on a busy machine it says nothing.
 */
export const LARGEST_PAINT_MS = 2500;
export const LAYOUT_SHIFT = 0.1;

/**
 * About a twentieth above what they took on the day they were set: what adds more is meant to be noticed. Plots come when
 * they are in sight, and are then part of the visit.
 */
export const budgets: readonly Budget[] = [
  { path: '/', kilobytes: 247, requests: 14, inEveryRun: true },
  { path: '/verify', kilobytes: 315, requests: 15, inEveryRun: true },
  { path: '/sales-rep-registration', kilobytes: 315, requests: 15 },
  { path: '/dashboard', account: 'patient', kilobytes: 515, requests: 48, inEveryRun: true },
  { path: '/dashboard', account: 'hc', kilobytes: 610, requests: 44 },
  { path: '/dashboard', account: 'admin', kilobytes: 610, requests: 44, inEveryRun: true },
  { path: '/dashboard', account: 'rep', kilobytes: 610, requests: 44 },
  { path: '/profile', account: 'patient', kilobytes: 410, requests: 24 },
  { path: '/patients-signatures', account: 'hc', kilobytes: 420, requests: 26 },
  { path: '/harvest-center/checkout/processing-fee', account: 'hc', kilobytes: 435, requests: 32 },
  { path: '/all-transaction-report', account: 'admin', kilobytes: 600, requests: 40 },
];
