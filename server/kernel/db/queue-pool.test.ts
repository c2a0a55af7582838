import { expect, inject, test } from 'vitest';
import { openQueuePool } from './pool.ts';

test('a connection that the queue releases twice is free once, and the pool goes on', async () => {
  const pool = openQueuePool({ url: inject('ownerUrl'), size: 1, onError: () => {} });
  await new Promise<void>((resolve) => {
    pool.connect((_error, _client, release) => {
      release();
      expect(() => release()).not.toThrow();
      resolve();
    });
  });
  const client = await pool.connect();
  expect(pool.totalCount).toBe(1);
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
