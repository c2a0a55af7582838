/** What a product answered to one call. */
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

  /** The body as JSON; null where it is none. */
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

  /** The value at a path such as 'user.email'; undefined where there is none. */
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

  /** The list at a path; '' is the body itself. An answer without such a list has none of it. */
  list(path = ''): readonly unknown[] {
    const value = path === '' ? this.json : this.find(path);
    return Array.isArray(value) ? value : [];
  }

  /** In a few words: the status, and why. */
  get told(): string {
    const reason = this.find('reason');
    return typeof reason === 'string' ? `${this.status} ${reason}` : String(this.status);
  }
}

/** The value at a path of names with dots between; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      value,
    );
}
