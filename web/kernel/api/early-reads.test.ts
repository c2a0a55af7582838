import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EARLY_READS_MS } from '../timings.ts';
import { dropEarlyReads, takeEarlyAnswer } from './early-reads.ts';

const answered = { ok: true, status: 200, text: '{"count":1}' };
const page: { earlyReads?: NonNullable<Window['earlyReads']> } = {};

beforeEach(() => {
  vi.stubGlobal('window', page);
  page.earlyReads = {
    token: 'mine',
    started: 3,
    answers: {
      '/list/': Promise.resolve(answered),
      '/refused/': Promise.resolve({ ok: false, status: 403, text: '' }),
      '/unreachable/': Promise.resolve(null),
    },
  };
  return () => vi.unstubAllGlobals();
});

const read = (address: string) => ({ method: 'GET', address });

describe('Reads that began before the application', () => {
  test('an early answer is used once', async () => {
    expect(await takeEarlyAnswer(read('/list/'), 'mine')).toEqual(answered);
    expect(await takeEarlyAnswer(read('/list/'), 'mine')).toBeNull();
  });

  test.each(['/refused/', '/unreachable/', '/other/'])(
    'the call %s is made again if its early read failed',
    async (address) => {
      expect(await takeEarlyAnswer(read(address), 'mine')).toBeNull();
    },
  );

  test.each(['theirs', null])(
    'a call with the token %s gets no answer of another token, and none is kept',
    async (token) => {
      expect(await takeEarlyAnswer(read('/list/'), token)).toBeNull();
      expect(await takeEarlyAnswer(read('/list/'), 'mine')).toBeNull();
    },
  );

  test('a write drops all early answers', async () => {
    expect(await takeEarlyAnswer({ method: 'POST', address: '/list/' }, 'mine')).toBeNull();
    expect(await takeEarlyAnswer(read('/list/'), 'mine')).toBeNull();
  });

  test('a change of the session drops all early answers', async () => {
    dropEarlyReads();
    expect(await takeEarlyAnswer(read('/list/'), 'mine')).toBeNull();
  });

  test('an early answer that is older than a cached one may be is not used', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + EARLY_READS_MS + 1);
    expect(await takeEarlyAnswer(read('/list/'), 'mine')).toBeNull();
  });
});
