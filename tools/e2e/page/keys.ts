import type { Locator, Page } from 'playwright-core';
import { settled } from './looks.ts';

const MOST_STEPS = 120;
/** A date field has a tab stop for each of its parts. */
const MOST_STOPS = 4;

/** A user without a mouse. Every focused element must show its focus and must let the focus leave again. */
export class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the target has the focus. */
  async to(target: Locator): Promise<void> {
    // The server renders the document first, which takes a while on a busy machine.
    await target.first().waitFor({ timeout: 60_000 });
    let before = '';
    let stops = 0;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const now = await this.#expectSeen();
      if (await hasFocus(target)) return;
      await this.#page.keyboard.press('Tab');
      stops = now !== '' && now === before ? stops + 1 : 0;
      if (stops > MOST_STOPS) throw new Error(`The keyboard is trapped at ${now}.`);
      before = now;
    }
    throw new Error(`The keyboard does not reach ${target.toString()}.`);
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Returns the focused element, which must show its focus inside the window. */
  async #expectSeen(): Promise<string> {
    await settled(this.#page);
    const { name, fault } = await this.#page.evaluate(focused);
    if (fault) throw new Error(`The focus at ${name} ${fault}.`);
    return name;
  }
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.first().evaluate((element) => element.ownerDocument.activeElement === element);
}

/** Runs in the page. */
function focused(): { name: string; fault: string | null } {
  let element = document.activeElement;
  while (element instanceof HTMLIFrameElement && element.contentDocument?.activeElement) {
    const inside = element.contentDocument.activeElement;
    if (inside === element.contentDocument.body) break;
    element = inside;
  }
  // Between the last and the first element of a page the browser itself has the focus.
  if (element === null || element.tagName === 'BODY' || element.tagName === 'IFRAME') return { name: '', fault: null };
  const all = [...element.ownerDocument.querySelectorAll('*')];
  const name = `${element.outerHTML.slice(0, 120)} (${all.indexOf(element)})`;
  // A heading or a message takes the focus only to be read out; it is not a control.
  if (element.getAttribute('tabindex') === '-1') return { name, fault: null };
  const drawn = [element, element.nextElementSibling, element.parentElement].filter((one) => one !== null);
  const isOutlined = drawn.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  });
  if (!isOutlined) return { name, fault: 'cannot be seen' };
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const view = element.ownerDocument.documentElement;
  const isInside = bottom > 0 && right > 0 && top < view.clientHeight && left < view.clientWidth;
  return { name, fault: isInside ? null : 'is outside the window' };
}
