import type { Client } from '../client.ts';
import { Answer } from './answer.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36';

export type Upload = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly fields?: Readonly<Record<string, string>>;
};

/** A browser in one network with its cookies and the token of its session. */
export class Visitor {
  readonly network: string;
  readonly #client: Client;
  readonly #host: string;
  readonly #cookies = new Map<string, string>();
  token: string;

  constructor(client: Client, network: string, host: string, token = '') {
    this.#client = client;
    this.network = network;
    this.#host = host;
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path, {}, null);
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.#send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  patch(path: string, body: object): Promise<Answer> {
    return this.#send('PATCH', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  put(path: string, body: object): Promise<Answer> {
    return this.#send('PUT', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  delete(path: string): Promise<Answer> {
    return this.#send('DELETE', path, {}, null);
  }

  upload(path: string, upload: Upload): Promise<Answer> {
    const { type, body } = formOf(upload);
    return this.#send('POST', path, { 'content-type': type }, body);
  }

  /** Stores the token if the login succeeds. */
  async login(email: string, password: string): Promise<Answer> {
    const answer = await this.post('/api/admin/login/', { email, password });
    const token = answer.find('token');
    if (answer.isGood && typeof token === 'string') this.token = token;
    return answer;
  }

  async #send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer | string | null,
  ): Promise<Answer> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#client.send({
      method,
      path,
      body,
      headers: {
        host: this.#host,
        'user-agent': BROWSER,
        'x-forwarded-for': this.network,
        ...(cookies === '' ? {} : { cookie: cookies }),
        ...(this.token === '' ? {} : { authorization: `token ${this.token}` }),
        ...headers,
      },
    });
    if (typeof answer === 'string') throw new Error(`${method} ${path} ${answer}.`);
    const set = [answer.headers['set-cookie'] ?? []].flat();
    for (const line of set) this.#keep(line);
    return new Answer(answer.status, Buffer.from(answer.body, 'latin1'), set);
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';', 1);
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    const isOver = /;\s*max-age=0/i.test(line) || value === '';
    if (isOver) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const BOUNDARY = 'vialkeep-attack-boundary';

/** Builds a form with one file as a browser sends it. */
export function formOf({ name, bytes, fields = {} }: Upload): { type: string; body: Buffer } {
  const texts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const parts = [Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body: Buffer.concat(parts) };
}
