type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Gives a field back what it held before a burst. */
export type FieldMemory = { readonly restore: () => void };

const TYPES_WITHOUT_TEXT = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Remembers what the field holds; null where the key goes to no text field. */
export function rememberField(target: EventTarget | null): FieldMemory | null {
  if (!isTextField(target)) return null;
  const { value } = target;
  const [start, end] = selectionOf(target);
  return {
    restore: () => {
      if (target.value === value) return;
      setValue(target, value);
      if (start !== null) target.setSelectionRange(start, end);
    },
  };
}

export function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !TYPES_WITHOUT_TEXT.has(target.type);
}

export function isSecretField(target: EventTarget | null): boolean {
  // A PIN may be shown as text; its field then says by its name for browsers that it is a secret.
  return (
    target instanceof HTMLInputElement &&
    (target.type === 'password' || /password|one-time-code/.test(target.autocomplete))
  );
}

/** Sets the value as the browser does for typing, so that React sees the change. */
function setValue(field: TextField, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fields for numbers, dates and e-mail addresses have no selection. */
function selectionOf(field: TextField): [number | null, number | null] {
  return [field.selectionStart, field.selectionEnd];
}
