/** The text of an element without style sheets, with single spaces. */
export function textOf(element: Element): string {
  return textIn(element).replaceAll(/\s+/g, ' ').trim();
}

/** The name under which a screen reader announces a control or a label. */
export function nameOfControl(control: Element): string {
  return control.getAttribute('aria-label') ?? textIn(control, true).replaceAll(/\s+/g, ' ').trim();
}

/** What the page says, in its text and in its fields. */
export function pageText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  return [textOf(document.body), ...fields].join('\n');
}

function textIn(element: Element, spoken = false): string {
  if (/^(?:STYLE|SCRIPT|svg)$/.test(element.tagName)) return '';
  if (spoken && element.getAttribute('aria-hidden') === 'true') return '';
  return [...element.childNodes]
    .map((node) => (node instanceof Element ? textIn(node, spoken) : (node.textContent ?? '')))
    .join('');
}
