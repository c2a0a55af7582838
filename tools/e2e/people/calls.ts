import { type IncomingHttpHeaders, request } from 'node:http';

export type Answered = { status: number; headers: IncomingHttpHeaders; body: unknown };

/** Makes a call as an API client does, for requests that a browser does not make. */
export function postJson(url: string, body: object, token?: string): Promise<Answered> {
  return sendJson('POST', url, { body, token });
}

export function patchJson(url: string, body: object, token: string): Promise<Answered> {
  return sendJson('PATCH', url, { body, token });
}

export function putJson(url: string, body: object, token: string): Promise<Answered> {
  return sendJson('PUT', url, { body, token });
}

export function getJson(url: string, token?: string): Promise<Answered> {
  return sendJson('GET', url, { token });
}

function sendJson(method: string, url: string, sent: { body?: object; token?: string }): Promise<Answered> {
  const { host, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request({
      // Not every system resolves names below localhost; the browser has a resolver rule for them.
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method,
      agent: false,
      headers: {
        host,
        // The sessions list shows the browser; sessions that a test opens look like those of a browser.
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
        ...(sent.body ? { 'content-type': 'application/json' } : {}),
        ...(sent.token ? { authorization: `token ${sent.token}` } : {}),
      },
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: text === '' ? null : JSON.parse(text),
        });
      });
    });
    call.end(sent.body && JSON.stringify(sent.body));
  });
}
