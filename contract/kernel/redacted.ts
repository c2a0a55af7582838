const IN_PLACE = '[concealed]';
const INSPECTED: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** A text that is used and never written down: JSON, logs and error messages show that it is there and nothing of it. */
export class Redacted {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that needs it. */
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
