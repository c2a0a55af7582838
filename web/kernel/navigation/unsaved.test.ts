import { expect, test } from 'vitest';
import { unsavedScope } from './unsaved.ts';

test('unsaved input in a modal counts for the page, and not the other way round', () => {
  const page = unsavedScope();
  const modal = unsavedScope(page);

  modal.mark('form in the modal', true);
  expect(page.hasUnsaved()).toBe(true);
  modal.mark('form in the modal', false);
  expect(page.hasUnsaved()).toBe(false);

  page.mark('form on the page', true);
  expect(modal.hasUnsaved()).toBe(false);
});

test('two forms are unsaved until both are saved', () => {
  const page = unsavedScope();
  page.mark('a', true);
  page.mark('b', true);
  page.mark('a', false);
  expect(page.hasUnsaved()).toBe(true);
  page.mark('b', false);
  expect(page.hasUnsaved()).toBe(false);
});
