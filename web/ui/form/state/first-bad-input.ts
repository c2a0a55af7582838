/** The first field on the screen that has an error, independent of the order of the errors. */
export function firstBadInput(
  form: HTMLFormElement | null,
  errors: Readonly<Record<string, unknown>>,
): HTMLElement | null {
  const inputs = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  return inputs.find((input) => isWrong(input.dataset.path ?? '', errors)) ?? null;
}

// An error inside a list ('tags.2') belongs to the field that edits the list.
function isWrong(path: string, errors: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(errors).some((name) => name === path || name.startsWith(`${path}.`));
}
