import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '../harness/product.ts';
import { startDemoCopy } from './demo-copy.ts';
import { DEMO_PASSWORD, emailOf } from './people/accounts.ts';
import { getJson, patchJson, postJson } from './people/calls.ts';
import { type RepeatedCall, WarmConnections } from './people/warm-connections.ts';

const WORKERS = 3;
const SESSION = '/api/v1/users/session/';
const LAB_PATIENTS = '/api/admin/users/lab/';
const ORDER_NUMBER = '/api/v1/transactions/get-last-id/';

type LoggedIn = { token: string; user: { id: number } };

let product: Product;
let connections: WarmConnections;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { WORKERS: String(WORKERS) } });
  await product.printed(`The server runs on ${WORKERS} processes.`);
});
beforeEach(() => {
  connections = new WarmConnections(product);
});
afterEach(() => connections.close());
afterAll(async () => {
  await product.stop();
  await product.removeData();
});

const at = (path: string) => `${product.baseUrl}${path}`;

const logIn = async (account: string): Promise<LoggedIn> => {
  const { body } = await postJson(at('/api/admin/login/'), { email: emailOf(account), password: DEMO_PASSWORD });
  // @NOTE the login of a demo account succeeds.
  return body as LoggedIn;
};

const updateUser = async (id: number, changes: object) =>
  patchJson(at(`/api/v1/users/${id}/`), changes, (await logIn('super')).token);

/** Expects that the call is allowed on warm connections of every process until the change, and on none after it. */
async function expectRefusedAfter(change: () => Promise<{ status: number }>, call: RepeatedCall, refusal: number) {
  const before = await connections.statuses(call);
  expect(new Set(before)).toEqual(new Set([200]));
  expect(connections.workers()).toHaveLength(WORKERS);
  const after = await connections.statusesAfter(change, call);
  expect(after.filter((status) => status !== refusal)).toEqual([]);
  expect(after.length).toBeGreaterThanOrEqual(before.length);
  expect(connections.opened).toBe(before.length);
}

// Not retried: a right that one attempt has withdrawn is missing in the next.
describe('Withdrawn rights on several processes', { retry: 0 }, () => {
  test('the sessions of an account that an administrator deactivates are refused by every process', async () => {
    const { token, user } = await logIn('rep3');
    const admin = await logIn('admin');
    const deactivate = () => postJson(at(`/api/v1/users/set/inactive/${user.id}/`), {}, admin.token);
    await expectRefusedAfter(deactivate, { path: SESSION, token }, 401);
  });

  test('after a change of the plan every process refuses the calls of the old plan and allows those of the new', async () => {
    const { token, user } = await logIn('viewer');
    const callOfNewPlan = { path: `/api/v1/users/sales-rep/${user.id}/`, token };
    expect(new Set(await connections.statuses(callOfNewPlan))).toEqual(new Set([403]));
    await expectRefusedAfter(() => updateUser(user.id, { subscription: 3 }), { path: LAB_PATIENTS, token }, 403);
    expect(new Set(await connections.statuses(callOfNewPlan))).toEqual(new Set([200]));
  });

  test('a staff member’s session in a center’s account is refused by every process once the center removes them', async () => {
    const center = await logIn('hc');
    const staff = await logIn('staff2');
    const { body } = await postJson(at('/api/v1/hc-staff/access/'), { user_id: center.user.id }, staff.token);
    const staffOfCenter = { user_id: staff.user.id, hc_id: center.user.id };
    const removeStaff = () => postJson(at('/api/v1/hc-staff/remove-user/'), staffOfCenter, center.token);
    // @NOTE the center has approved this staff member.
    await expectRefusedAfter(removeStaff, { path: SESSION, token: (body as LoggedIn).token }, 401);
    expect((await getJson(at(SESSION), staff.token)).status).toBe(200);
  });

  test('an administrator’s session in another account is refused by every process once the administrator logs out', async () => {
    const { user } = await logIn('lab2');
    const admin = await logIn('admin');
    const codeRequest = { user_id: user.id, reason: 'A question by phone' };
    const made = await postJson(at('/api/admin/users/generate-login-as-user-token/'), codeRequest, admin.token);
    // @NOTE an administrator can open the account of a lab.
    const { token: code } = made.body as { token: string };
    const { body } = await postJson(at('/api/v1/users/login-as-user/'), { user_id: user.id, token: code });
    const logOut = () => postJson(at('/api/v1/users/logout/'), {}, admin.token);
    // @NOTE the code is used for the first time.
    await expectRefusedAfter(logOut, { path: SESSION, token: (body as LoggedIn).token }, 401);
  });

  test('a patient whose relation to a center ends is refused to the center by every process', async () => {
    const { token, user } = await logIn('hc');
    const patients = await getJson(at(`/api/v1/harvest-centers/${user.id}/patientList/`), token);
    // @NOTE this center of the demo network has patients.
    const [{ value: patient }] = patients.body as [{ value: number }];
    const endRelation = () => updateUser(patient, { harvest_center: null });
    await expectRefusedAfter(endRelation, { path: `/api/v1/users/${patient}/record/`, token }, 404);
  });

  test('a buyer who loses the tag for orders is refused an order number by every process', async () => {
    const { token, user } = await logIn('buyer');
    await expectRefusedAfter(() => updateUser(user.id, { tags: [] }), { path: ORDER_NUMBER, token }, 403);
  });
});
