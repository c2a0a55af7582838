import { createCoupon, listCoupons, removeCoupon } from '@vialkeep/contract/coupons.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer } from './fake-server.ts';

describe('FakeServer', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = new FakeServer();
    server.install();
  });
  afterEach(() => void vi.unstubAllGlobals());

  const send = (method: string, address: string) => fetch(address, { method, body: method === 'GET' ? null : '{}' });

  test('a call that was not announced is recorded by its name', async () => {
    server.answer(listCoupons, []);
    await send('GET', '/api/admin/coupons-of-another-path/');
    expect(server.unannounced).toEqual(['GET /api/admin/coupons-of-another-path/']);
  });

  test('an answer that the route does not accept is an error of the test', () => {
    expect(() => server.answer(removeCoupon, JSON.parse('{"message":7}'))).toThrow('expected');
  });

  test('a refusal carries the status and the message that the route declares', async () => {
    server.refuse(createCoupon, 'code_in_use', { fields: { code: 'Taken.' } });
    const answer = await send('POST', createCoupon.path);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: createCoupon.refusals.code_in_use.message,
      fields: { code: 'Taken.' },
    });
  });

  test('a held call waits until it is answered', async () => {
    server.hold(listCoupons);
    const answer = send('GET', listCoupons.path);
    expect(server.replies).toBe(0);
    server.answer(listCoupons, []);
    expect(await (await answer).json()).toEqual([]);
  });
});
