import type { Input } from '../world.ts';
import type { Cell } from './cells.ts';
import type { Side, Thing } from './targets.ts';

/** The input of a call about a record and, where it needs it, the account that the record is related to. */
type InputOf = (id: number, partnerId: number) => Input;

type Cells = Readonly<Record<Side, Cell>> & {
  /** The answer for a missing record. Default: 403 to callers without the right, and 404 to all others. */
  readonly missing?: Cell;
};

/**
 * The answers of a call to every caller, for their own record, one of an unrelated user on the same site, and one of
 * another site.
 */
export type Row = { readonly about: Thing; readonly input: InputOf } & Cells;

/** A call without a particular record: a list, or something of the caller's own. */
export type Plain = { readonly about: null; readonly input: () => Input; readonly all: Cell };

export type Matrix = Readonly<Record<string, Row | Plain>>;

export function about(thing: Thing, input: InputOf, cells: Cells): Row {
  return { about: thing, input, ...cells };
}

export function plain(all: Cell, input: Input = {}): Plain {
  return { about: null, input: () => input, all };
}

export const EVERYBODY: Cell = '200: rest';
/** Administrators, including the custom site's. */
export const ADMINS: Cell = '200: 7 10 7n; 403: rest';

/** Administrators only, and only on their own sites. */
export const adminOnly = {
  own: ADMINS,
  same: ADMINS,
  other: '200: 7 10; 404: 7n; 403: rest',
} satisfies Record<Side, Cell>;

/** The owner, or an administrator on their own sites. */
export const ownOrAdmin = {
  own: EVERYBODY,
  same: '200: 7 10 7n; 404: rest',
  other: '200: 7 10; 404: rest',
} satisfies Record<Side, Cell>;

/** Lists of one account of a plan: for its owner, or for an administrator on their own sites. */
export function ofPlan(plan: number): Readonly<Record<Side, Cell>> {
  return {
    own: `200: ${plan} 7 10 7n; 403: rest`,
    same: `200: 7 10 7n; 404: ${plan}; 403: rest`,
    other: `200: 7 10; 404: ${plan} 7n; 403: rest`,
  };
}
