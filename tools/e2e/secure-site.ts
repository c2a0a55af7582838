import { request } from 'node:http';
import { createServer } from 'node:https';
import { pipeline } from 'node:stream';

export type SecureSite = { readonly url: string; close(): Promise<void> };

/** Serves a product over https, as the proxy in front of it does. */
export async function serveSecurely(port: number, tls: { key: string; cert: string }): Promise<SecureSite> {
  const server = createServer(tls, (asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
    const passed = request({ host: '127.0.0.1', port, method: asked.method, path: asked.url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      pipeline(answered, answer, () => {});
    });
    passed.on('error', () => answer.destroy());
    pipeline(asked, passed, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `https://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
