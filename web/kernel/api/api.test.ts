import { refusal } from '@vialkeep/contract/kernel/refusal.ts';
import { route } from '@vialkeep/contract/kernel/route.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { declareConfirmation } from '../navigation/confirmation.ts';
import { noteRights, onRightsChanged, RIGHTS_CHANGED } from '../session/rights.ts';
import { loginMessage, openSession, storedSession, storedToken } from '../session/session.ts';
import { standInBrowser } from '../testing/browser.ts';
import { member } from '../testing/people.ts';
import { NetworkFailure, Refused } from './failure.ts';

const browser = standInBrowser();
// @NOTE the module reads the site when it loads, so the browser fake must exist before.
const { call, fetchFile } = await import('./api.ts');

const renameUser = route({
  method: 'PATCH',
  path: '/api/v1/users/:id/',
  summary: 'Rename a user',
  access: 'users.rename',
  params: z.object({ id: z.string() }),
  query: z.object({ notify: z.string().optional() }),
  body: z.object({ name: z.string() }),
  answer: z.object({ name: z.string() }),
  refusals: { taken: refusal(409, 'This name is taken.') },
});
const openDoor = route({
  method: 'GET',
  path: '/open/',
  summary: 'Anybody may',
  access: 'public',
  answer: z.object({ open: z.boolean() }),
});
const listAsFile = route({
  method: 'GET',
  path: '/users.csv',
  summary: 'Users as a file',
  access: 'users.list',
  query: z.object({ search: z.string().optional() }),
});
const rename = { params: { id: 7 }, body: { name: 'Ana' } };

const sent = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', sent);

beforeEach(() => {
  sent.mockReset();
  browser.visited.length = 0;
  noteRights(null);
  openSession({ token: 'mine', user: member() });
});

function responses(status: number, body: unknown): void {
  sent.mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
}
function refuses(status: number, reason: string, message = 'No.', fields?: Record<string, string>): void {
  responses(status, { success: false, code: 'error', reason, message, fields });
}

test('a call fills the path, sends the token and parses the answer by the contract', async () => {
  responses(200, { name: 'Ana', extra: 'left out' });
  expect(await call(renameUser, { ...rename, query: { notify: '' } })).toEqual({ name: 'Ana' });
  const [address, request] = sent.mock.calls[0] ?? [];
  expect(address).toBe('/api/v1/users/7/');
  expect(request).toMatchObject({
    method: 'PATCH',
    body: '{"name":"Ana"}',
    headers: { Authorization: 'token mine', 'Content-Type': 'application/json' },
  });
});

test('a write that a busy server refused twice says that nothing was saved', async () => {
  vi.useFakeTimers();
  refuses(503, 'busy', 'The portal is very busy right now.');
  refuses(503, 'busy', 'The portal is very busy right now.');
  const refused = call(renameUser, rename).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await refused).toMatchObject({
    status: 503,
    reason: 'busy',
    message: 'The portal is very busy right now. Nothing was saved. Please try again in a moment.',
  });
});

test('a call about another session sends no token', async () => {
  responses(200, { open: true });
  await call(openDoor, { anonymous: true });
  expect(sent.mock.calls[0]?.[1].headers).toEqual({});
});

test('a refusal has a reason, a message and field errors', async () => {
  refuses(409, 'taken', 'This name is taken.', { name: 'Taken.' });
  const refused = await call(renameUser, rename).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({
    status: 409,
    reason: 'taken',
    message: 'This name is taken.',
    fields: { name: 'Taken.' },
  });
  expect(storedToken()).toBe('mine');
});

test.each([401, 403])('F006 a %i ends the session and leaves the portal', async (status) => {
  refuses(status, 'not_permitted');
  await expect(call(renameUser, rename)).rejects.toBeInstanceOf(Refused);
  expect(storedToken()).toBeNull();
  expect(loginMessage()).toBe('Your session has ended.');
  expect(browser.visited).toEqual(['/']);
});

test('a 401 of a public call does not end the session', async () => {
  refuses(401, 'code_not_valid');
  await expect(call(openDoor, {})).rejects.toBeInstanceOf(Refused);
  expect(storedToken()).toBe('mine');
});

test('a 401 while another call ends the session does not log the user out, and one after its failure does', async () => {
  let answer: (response: Response) => void = () => {};
  sent.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve)));
  const ending = call(openDoor, { endsSession: true });
  refuses(401, 'not_signed_in');
  await expect(call(renameUser, rename)).rejects.toBeInstanceOf(Refused);
  expect(storedToken()).toBe('mine');
  expect(browser.visited).toEqual([]);

  answer(new Response('', { status: 503 }));
  await expect(ending).rejects.toBeInstanceOf(Refused);
  refuses(401, 'not_signed_in');
  await expect(call(renameUser, rename)).rejects.toBeInstanceOf(Refused);
  expect(storedToken()).toBeNull();
});

test('a late 401 for an old token does not end the session of the next user', async () => {
  let answer: (response: Response) => void = () => {};
  sent.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve)));
  const late = call(renameUser, rename);
  openSession({ token: 'next', user: member({ id: 77 }) });
  answer(
    new Response(JSON.stringify({ success: false, code: 'error', reason: 'not_signed_in', message: 'No.' }), {
      status: 401,
    }),
  );
  await expect(late).rejects.toBeInstanceOf(Refused);
  expect(storedToken()).toBe('next');
});

test('a lost connection is reported as a network failure', async () => {
  sent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(call(renameUser, rename)).rejects.toBeInstanceOf(NetworkFailure);
});

test('a proxy’s error text is not shown to users', async () => {
  responses(502, '<html>Bad Gateway nginx/1.2</html>');
  await expect(call(renameUser, rename)).rejects.toMatchObject({
    reason: 'unavailable',
    message: 'The service is not available right now. Please try again shortly.',
  });
});

test('an answer that violates the contract is rejected', async () => {
  responses(200, { name: 7 });
  await expect(call(renameUser, rename)).rejects.toBeInstanceOf(z.ZodError);
});

test('a file is complete, has the server’s name and reports its progress', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="userList-1.csv"' };
  sent.mockResolvedValueOnce(new Response('ID,Name\r\n', { headers }));
  const received: number[] = [];
  const file = await fetchFile(listAsFile, { query: { search: 'ana' }, onReceived: (bytes) => received.push(bytes) });
  expect(file.name).toBe('userList-1.csv');
  expect(await file.content.text()).toBe('ID,Name\r\n');
  expect(received.at(-1)).toBe(9);
  expect(sent.mock.calls[0]?.[0]).toBe('/users.csv?search=ana');
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ headers: { Authorization: 'token mine' } });
});

test('a refused or interrupted file download is a failure like that of any call', async () => {
  refuses(400, 'invalid_input', 'Some of what was sent cannot be accepted.');
  await expect(fetchFile(listAsFile, {})).rejects.toMatchObject({ status: 400, reason: 'invalid_input' });

  const broken = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('ID,Na'));
      stream.error(new Error('gone'));
    },
  });
  sent.mockResolvedValueOnce(new Response(broken));
  await expect(fetchFile(listAsFile, {})).rejects.toBeInstanceOf(NetworkFailure);

  refuses(403, 'not_permitted');
  await expect(fetchFile(listAsFile, {})).rejects.toBeInstanceOf(Refused);
  expect(storedToken()).toBeNull();
});

const heldMessage = 'Somebody else set your login. Confirm that it is you first.';

test('a held call asks the user once and is repeated once after the confirmation', async () => {
  const asked = vi.fn(async () => true);
  const takeBack = declareConfirmation(asked);
  refuses(409, 'held', heldMessage);
  responses(200, { name: 'Ana' });
  expect(await call(renameUser, rename)).toEqual({ name: 'Ana' });
  expect(asked.mock.calls).toEqual([[{ act: 'Rename a user', by: 'mailed_code', sendsAtOnce: false }]]);
  expect(sent).toHaveBeenCalledTimes(2);

  refuses(409, 'held', heldMessage);
  refuses(409, 'held', heldMessage);
  await expect(call(renameUser, rename)).rejects.toMatchObject({ reason: 'held' });
  expect(asked).toHaveBeenCalledTimes(2);
  takeBack();
});

test('a held call is refused and not repeated if the user cancels', async () => {
  const takeBack = declareConfirmation(async () => false);
  refuses(409, 'held', heldMessage);
  await expect(call(renameUser, rename)).rejects.toMatchObject({ reason: 'held', message: heldMessage });
  expect(sent).toHaveBeenCalledTimes(1);
  takeBack();
});

describe('Right that is removed while its page is open', () => {
  const asServed = (user: Record<string, unknown>) => ({
    user: member(user),
    acting: null,
    must_change_password: false,
    hold: null,
    may: [],
    visits: [],
    viewing: null,
    second_factor_due_at: null,
    must_verify_email: false,
    locks_after_minutes: null,
  });

  test.each([
    ['a tag', { tags: [] }],
    ['a membership', { tags: [1], subscription: { id: 12, name: 'Donor' } }],
  ])('a refused call explains the change, renews the stored user and does not log out: %s', async (_what, changed) => {
    const user = member({ subscription: { id: 2, name: 'General Member' }, tags: [1] });
    openSession({ token: 'mine', user });
    noteRights(user);
    const told = vi.fn<() => void>();
    const stop = onRightsChanged(told);
    // A second attempt on the same page gets the same message.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      refuses(403, 'not_permitted');
      responses(200, asServed({ ...user, ...changed }));
      const refused = await call(renameUser, rename).catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({ status: 403, reason: 'rights_changed', message: RIGHTS_CHANGED });
    }
    stop();
    expect(told).toHaveBeenCalledTimes(2);
    expect(storedSession()).toMatchObject({ token: 'mine', user: changed });
    expect(browser.visited).toEqual([]);
  });

  test('a call for a page that was never permitted ends the session (S-27)', async () => {
    noteRights(member());
    refuses(403, 'not_permitted');
    responses(200, asServed({}));
    await call(renameUser, rename).catch(() => {});
    expect(storedToken()).toBeNull();
    expect(browser.visited).toEqual(['/']);
  });

  test('a refused call logs the user out if the server has ended the session too', async () => {
    noteRights(member({ tags: [1] }));
    refuses(403, 'not_permitted');
    refuses(401, 'not_signed_in');
    await call(renameUser, rename).catch(() => {});
    expect(storedToken()).toBeNull();
  });

  test('a refused call of an administrator who views an account is not a change of rights (S-05)', async () => {
    noteRights(member());
    refuses(403, 'not_permitted');
    responses(200, asServed({ id: 1, subscription: { id: 7, name: 'Admin' } }));
    await call(renameUser, rename).catch(() => {});
    expect(storedToken()).toBeNull();
  });
});
