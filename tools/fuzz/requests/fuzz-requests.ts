import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import fc from 'fast-check';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import type { Callers } from '../callers.ts';
import { callerAtBench, callersFor } from '../callers-for.ts';
import type { Network } from '../network.ts';
import { badAddresses, goodAddress } from './address-requests.ts';
import { badForms, rightForm } from './form-requests.ts';
import type { FuzzRequest, Wants } from './fuzz-request.ts';
import { type GoodInput, goodInput } from './good-input.ts';
import { badHeaders, otherMethods } from './header-requests.ts';
import { badBodies } from './json-requests.ts';
import { refusedFields } from './refused-fields.ts';
import { badBytes } from './wire-requests.ts';

export type Range = { readonly dice: SeededRandom; readonly network: Network; readonly callers: Callers };

const json = { 'content-type': 'application/json' };

let count = 0;

/** Yields every bad request for one call: each field, value, encoding, header and method. */
export function* shotsAt(call: NamedRoute, range: Range, wants: Wants): Generator<FuzzRequest> {
  const { route } = call;
  let caller = '';
  const good = (): GoodInput => {
    count += 1;
    return goodInput(call, { ...range, id: range.callers.idOf(caller), count });
  };
  const shot = (what: string, sent: Partial<FuzzRequest>): FuzzRequest => {
    const input = good();
    const body = takesJson(call) ? JSON.stringify(input.body) : null;
    const made = {
      call,
      what,
      caller,
      method: route.method,
      path: goodAddress(call, input),
      headers: body === null ? {} : json,
      body,
      wrong: null,
      ...sent,
    };
    caller = callersFor(call, range.dice);
    return made;
  };
  caller = callersFor(call, range.dice);

  for (const { what, path, wrong } of badAddresses(call, good, wants)) yield shot(what, { path, wrong });
  if (takesJson(call)) {
    for (const { what, text, wrong } of badBodies(call, good, wants)) yield shot(what, { body: text, wrong });
  }
  if (route.upload) {
    for (const { what, type, bytes } of badForms(route, good, wants)) {
      yield shot(what, { headers: { 'content-type': type }, body: bytes });
    }
  }
  for (const [what, headers] of Object.entries(badHeaders)) {
    if (!wants()) continue;
    yield shot(`headers: ${what}`, { headers: { ...(takesJson(call) ? json : {}), ...headers } });
  }
  for (const method of otherMethods.filter((other) => other !== route.method)) {
    if (!wants()) continue;
    yield shot(`method: ${method}`, {
      method,
      body: method === 'HEAD' || method === 'GET' ? null : '{}',
      headers: json,
    });
  }
  const wires = badBytes({
    method: route.method,
    path: goodAddress(call, good()),
    authorization: range.callers.lineOf(caller),
    body: JSON.stringify(good().body),
  });
  for (const [what, wire] of Object.entries(wires)) if (wants()) yield shot(`wire: ${what}`, { wire });
}

/** What a call of the bench should get, from a caller who may make it. */
export function rightShot(call: NamedRoute, range: Range): FuzzRequest {
  const { route } = call;
  const caller = callerAtBench(call);
  count += 1;
  const good = goodInput(call, { ...range, id: range.callers.idOf(caller), count });
  const sent = route.upload
    ? rightForm(route, good)
    : { type: 'application/json', bytes: takesJson(call) ? JSON.stringify(good.body) : null };
  return {
    call,
    what: 'as it should be',
    caller,
    method: route.method,
    path: goodAddress(call, good),
    headers: sent.bytes === null ? {} : { 'content-type': sent.type },
    body: sent.bytes,
    wrong: null,
  };
}

/** Yields generated input without end, in several fields at once. */
export function* madeUpShots(calls: readonly NamedRoute[], range: Range, seed: number): Generator<FuzzRequest> {
  const takers = calls.filter(takesJson);
  if (takers.length === 0) return;
  for (let round = 0; ; round += 1) {
    const things = fc.sample(fc.dictionary(fc.string({ unit: 'binary', maxLength: 20 }), fc.jsonValue()), {
      seed: seed + round,
      numRuns: 200,
    });
    for (const made of things) {
      const call = range.dice.of(takers);
      const caller = callersFor(call, range.dice);
      count += 1;
      const good = goodInput(call, { ...range, id: range.callers.idOf(caller), count });
      const values = Object.values(made);
      const changed = Object.entries(good.body).map(([name, value]) =>
        values.length > 0 && range.dice.chance(0.3) ? [name, range.dice.of(values)] : [name, value],
      );
      const text = JSON.stringify({ ...made, ...Object.fromEntries(changed) });
      const wrong = refusedFields(call.route, { query: good.query, text });
      const { method } = call.route;
      yield { call, what: 'made up', caller, method, path: goodAddress(call, good), headers: json, body: text, wrong };
    }
  }
}

function takesJson({ route }: NamedRoute): boolean {
  return route.upload === null && route.method !== 'GET';
}
