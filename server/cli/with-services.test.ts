import { expect, inject, test } from 'vitest';
import { openStore } from '../kernel/db/db.ts';
import { openDataKey } from '../kernel/secrets/data-key.ts';
import { withoutTimeout } from './with-services.ts';

test('a statement of a command has no time limit, one of the server has 30 seconds', async () => {
  const dataKey = await openDataKey({ dataDir: '', dataKey: '0'.repeat(64) });
  const readLimit = async (url: string) => {
    const store = openStore({ url, size: 1, pipelined: 1, onError: () => {}, dataKey });
    const rows = await store.query<{ statement_timeout: string }>('platform', 'show statement_timeout', []);
    await store.close();
    return rows[0]?.statement_timeout;
  };
  expect(await readLimit(inject('runtimeUrl'))).toBe('30s');
  expect(await readLimit(withoutTimeout(inject('runtimeUrl')))).toBe('0');
});
