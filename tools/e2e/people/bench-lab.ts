import { expect } from 'vitest';
import { looks } from '../page/looks.ts';
import { getJson, postJson } from './calls.ts';
import { unique } from './new-user.ts';
import { baseUrl, type LoggedIn, loggedIn } from './person.ts';

/** A tablet of the bench. */
export const TABLET = { ...looks.light, width: 1024, height: 768 };
/** The operator of the demo who may sign. */
export const SIGNER = { name: 'Nora Lindqvist', pin: '246810' };

/** The demo's lab with a bench, with the shift of its signer begun. */
export async function openBenchTablet(): Promise<LoggedIn> {
  const tablet = await loggedIn('lab2', { look: TABLET });
  const body = { operator_code: await badgeOf(tablet, SIGNER.name), pin: SIGNER.pin };
  expect((await postJson(`${baseUrl()}/api/v1/bench/shift/`, body, tablet.token)).status).toBe(200);
  return tablet;
}

export async function badgeOf({ token }: LoggedIn, name: string): Promise<string> {
  const operators = await getJson(`${baseUrl()}/api/v1/bench/operators/`, token);
  // @NOTE the answer of the operators' list.
  const { results } = operators.body as { results: { name: string; code: string }[] };
  return results.find((operator) => operator.name === name)?.code ?? '';
}

export type NewBox = { id: number; code: string; name: string };

/** A box of its own, so that journeys at the same time do not meet. */
export async function newBox({ token }: LoggedIn): Promise<NewBox> {
  const racks = await getJson(`${baseUrl()}/api/v1/bench/places/?kind=rack`, token);
  // @NOTE the answer of the list of places.
  const { results } = racks.body as { results: { id: number }[] };
  const name = `Box of a journey ${unique('b')}`;
  const body = { kind: 'box', name, parent_id: results[0]?.id, rows: 3, columns: 3 };
  const created = await postJson(`${baseUrl()}/api/v1/bench/places/`, body, token);
  expect(created.status).toBe(200);
  // @NOTE the answer of a new place.
  return created.body as NewBox;
}

/** The newest kit of a lot. */
export async function kitOfLot({ token }: LoggedIn, lot: string): Promise<string> {
  const lots = await getJson(`${baseUrl()}/api/v1/bench/lots/?kind=kit&limit=100`, token);
  // @NOTE the answer of the list of lots.
  const { id } = (lots.body as { results: { id: number; lot: string }[] }).results.find((one) => one.lot === lot) ?? {};
  const kits = await getJson(`${baseUrl()}/api/v1/bench/kits/?lot_id=${id}&limit=1`, token);
  // @NOTE the answer of the list of kits.
  return (kits.body as { results: { code: string }[] }).results[0]?.code ?? '';
}
