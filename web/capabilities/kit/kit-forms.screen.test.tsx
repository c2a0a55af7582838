import { expect, test } from 'vitest';
import { SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, settleScreen } from '../../testing/open-screen.tsx';
import { fieldLabelled, fillFields } from '../../testing/page-controls.ts';
import { textOf } from '../../testing/page-text.ts';

const visit = { page: '/dev/kit/forms' };

describeScreen('KitFormsScreen', { ...visit, answers: [], filled: ['Every field', 'A card to pay with'] }, () => {
  test('F023 a searchable select matches parts of names and ids regardless of case', async () => {
    await openScreen(visit);
    expect(fieldLabelled('Patient').placeholder).toBe('Select an option');
    const byId = await optionsFor('2031');
    expect(byId).toHaveLength(1);
    const [name = ''] = byId;
    expect(await optionsFor(name.slice(1, 4).toUpperCase())).toContain(name);
  });

  test('F023 a searchable select says when nothing matches', async () => {
    await openScreen(visit);
    expect(await optionsFor('zzz')).toEqual([]);
    expectTexts('No results found');
    await expectAccessible();
  });
});

async function optionsFor(typed: string): Promise<string[]> {
  await fillFields({ Patient: typed });
  await settleScreen(SEARCH_PAUSE_MS);
  const list = document.getElementById(fieldLabelled('Patient').getAttribute('aria-controls') ?? '');
  const shown = [...(list?.querySelectorAll('[role=option]') ?? [])].map(textOf);
  return shown.filter((text) => text !== 'No results found');
}
