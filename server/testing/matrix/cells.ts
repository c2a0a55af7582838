import { plans } from '@vialkeep/contract/plans.ts';

/** The callers: a user of every plan, and the administrator of a custom site ('7n'). */
export const callers = [...plans.map(String), '7n'] as const;

/** '200: 7 10; 404: rest' – the status for each caller. `rest` means all callers that are not listed. */
export type Cell = string;

/** Every caller with their status. A caller who is listed twice or not at all is a mistake in the table. */
export function expand(cell: Cell): Map<string, number> {
  const expected = new Map<string, number>();
  let rest: number | null = null;
  for (const part of cell.split(';')) {
    const [status, names] = part.split(':');
    for (const name of (names ?? '').trim().split(/\s+/)) {
      if (name === 'rest') rest = Number(status);
      else if (!callers.includes(name) || expected.has(name)) throw new Error(`'${name}' in '${cell}'`);
      else expected.set(name, Number(status));
    }
  }
  for (const caller of callers) {
    if (expected.has(caller)) continue;
    if (rest === null) throw new Error(`Nothing is said of ${caller} in '${cell}'.`);
    expected.set(caller, rest);
  }
  return expected;
}
