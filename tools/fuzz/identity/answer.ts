/** The product's response to one call. */
export class Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly cookies: readonly string[];

  constructor(status: number, bytes: Buffer, cookies: readonly string[]) {
    this.status = status;
    this.bytes = bytes;
    this.cookies = cookies;
  }

  get isGood(): boolean {
    return this.status === 200;
  }

  /** The body as JSON; null if it is not JSON. */
  get json(): unknown {
    try {
      const body: unknown = JSON.parse(this.words);
      return body;
    } catch {
      return null;
    }
  }

  get words(): string {
    return this.bytes.toString('utf8');
  }

  /** Returns the value at a path such as 'user.email'; undefined if there is none. */
  find(path: string): unknown {
    return valueAt(this.json, path);
  }

  text(path: string): string {
    const value = this.find(path);
    if (typeof value !== 'string') throw new Error(`${this.told} has no text ${path}.`);
    return value;
  }

  number(path: string): number {
    const value = this.find(path);
    if (typeof value !== 'number') throw new Error(`${this.told} has no number ${path}.`);
    return value;
  }

  /** Returns the list at a path; '' is the body itself. Without such a list, the result is empty. */
  list(path = ''): readonly unknown[] {
    const value = path === '' ? this.json : this.find(path);
    return Array.isArray(value) ? value : [];
  }

  /** A summary: the status and the reason. */
  get told(): string {
    const reason = this.find('reason');
    return typeof reason === 'string' ? `${this.status} ${reason}` : String(this.status);
  }
}

/** Returns the value at a dotted path; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      value,
    );
}
