const IN_PLACE = '[concealed]';
const INSPECTED: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** A text that must not be written down: JSON, logs and error messages show only that it exists. */
export class Redacted {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text itself, for the one place that needs it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return IN_PLACE;
  }

  toJSON(): string {
    return IN_PLACE;
  }

  [INSPECTED](): string {
    return IN_PLACE;
  }
}
