import { expect } from 'vitest';
import { settleScreen, user } from './open-screen.tsx';
import { nameOfControl, textOf } from './page-text.ts';

/** Longer than an overlay takes to open or close, shorter than a notice stays. */
export const TRANSITION_MS = 400;

/** Clicks the button, link or option of this name, and waits for what follows. */
export async function pressControl(name: string): Promise<void> {
  await user.click(controlNamed(name));
  await settleScreen(TRANSITION_MS);
}

/** Replaces the contents of the fields with these labels. */
export async function fillFields(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values)) {
    const field = fieldLabelled(label);
    if (field.value !== '') await user.clear(field);
    await user.click(field);
    await user.paste(text);
  }
  await settleScreen();
}

/** Chooses a file in the field with this label. */
export async function chooseFile(label: string, file: File): Promise<void> {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
  const input = inputs.find((one) => textOf(one.parentElement?.parentElement?.parentElement ?? one).startsWith(label));
  if (!input) throw new Error(`No field for a file is labelled '${label}'.`);
  await user.upload(input, file);
  await settleScreen();
}

/** The button, link or option of this name. */
export function controlNamed(name: string): HTMLElement {
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)];
  const found = controls.find((control) => nameOfControl(control) === name);
  if (!found) throw new Error(`No control is named '${name}', only ${controls.map(nameOfControl).join(', ')}.`);
  return found;
}

export function hasControl(name: string): boolean {
  return [...document.querySelectorAll(CONTROLS)].some((control) => nameOfControl(control) === name);
}

/** The input with this label. */
export function fieldLabelled(label: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('label')];
  const input = labels.find((one) => nameOfControl(one) === label)?.control;
  const found = input ?? document.querySelector(`:is(input, textarea, select)[aria-label="${CSS.escape(label)}"]`);
  if (!found) throw new Error(`No field is labelled '${label}', only ${labels.map(nameOfControl).join(', ')}.`);
  // @NOTE every control with a label here has a value.
  return found as HTMLInputElement;
}

/** Expects the field to be marked as invalid and described by this text. */
export function expectProblemAt(label: string, text: string): void {
  const field = fieldLabelled(label);
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '');
  const problems = described.map((id) => document.getElementById(id)).filter((element) => element !== null);
  expect(problems.map(textOf).join(' ')).toContain(text);
  expect(field.getAttribute('aria-invalid'), `${label} is marked as invalid`).toBe('true');
}

const CONTROLS = 'button, a[href], [role=button], [role=menuitem], [role=option], [role=tab], [role=switch]';
