import { describe, expect, test } from 'vitest';
import { asking, nextSigningState, refusedLink, type SigningEvent, type SigningState } from './signing-flow.ts';

const answered: SigningEvent = { happened: 'answered', link: '/sign/a', documentId: 'doc-1' };
const told = (step: 'finishing' | 'done' | 'problem' | 'declined', documentId = 'doc-1'): SigningEvent => ({
  happened: 'told',
  signal: { documentId, step },
});

describe('F067 Signing of a document', () => {
  test('the state goes from asking over ready, waiting and finishing to done', () => {
    expect(stepsOf(answered, { happened: 'shown' }, told('finishing'), told('done'))).toEqual([
      'ready',
      'waiting',
      'finishing',
      'done',
    ]);
  });

  test('the state is done if no signal arrives and the server reports the signature', () => {
    expect(after(answered, { happened: 'seen_signed', documentId: 'doc-1' }).step).toBe('done');
  });

  test('a signal about another document does not change the state', () => {
    expect(after(answered, { happened: 'shown' }, told('done', 'doc-2')).step).toBe('waiting');
    expect(after(answered, { happened: 'seen_signed', documentId: 'doc-2' }).step).toBe('ready');
    expect(after(told('done', '')).step).toBe('asking');
  });

  test('a done state is final, also after late signals', () => {
    const late = [told('finishing'), told('problem'), told('declined'), { happened: 'shown' }, answered] as const;
    expect(after(answered, told('done'), ...late).step).toBe('done');
  });

  test('a document can be done after a problem, and the problem is cleared', () => {
    const failed = after(answered, told('problem'));
    expect(failed).toMatchObject({ step: 'problem', problem: 'There was a problem processing this document.' });
    expect(nextSigningState(failed, told('done'))).toMatchObject({ step: 'done', problem: null });
  });

  test('a refused link shows the reason and can be requested again', () => {
    const refused = after({ happened: 'refused', message: 'Not now.' });
    expect(refused).toEqual({ step: 'problem', link: null, documentId: null, problem: 'Not now.' });
    expect(nextSigningState(refused, { happened: 'asked' })).toEqual(asking);
  });

  test('a refused link, and no other one, has a server message to show instead of the frame', () => {
    expect(refusedLink(after({ happened: 'refused', message: 'Not now.' }))).toBe('Not now.');
    expect(refusedLink(after(answered, told('problem')))).toBeNull();
    expect([refusedLink(null), refusedLink(asking), refusedLink(after(answered))]).toEqual([null, null, null]);
  });

  test('a declined document shows that it was declined', () => {
    expect(after(answered, told('declined'))).toMatchObject({
      step: 'problem',
      problem: expect.stringMatching(/declined/),
    });
  });
});

function after(...events: readonly SigningEvent[]): SigningState {
  return events.reduce(nextSigningState, asking);
}

function stepsOf(...events: readonly SigningEvent[]): string[] {
  return events.map((_, index) => after(...events.slice(0, index + 1)).step);
}
