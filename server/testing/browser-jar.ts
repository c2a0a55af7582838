import type { LightMyRequestResponse } from 'fastify';

/** The cookies of one browser on one site, set and deleted as the answers say; with a path, only those of that path. */
export function browserJar(path?: string) {
  const cookies = new Map<string, string>();
  return {
    /** Stores the cookies and returns every Set-Cookie header in full. */
    receive(response: LightMyRequestResponse): readonly string[] {
      const sent = [response.headers['set-cookie'] ?? []].flat();
      const lines = path === undefined ? sent : sent.filter((line) => line.includes(`; Path=${path};`));
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/Max-Age=0\b/.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return lines;
    },
    get header(): string {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    get names(): string[] {
      return [...cookies.keys()];
    },
    get values(): string[] {
      return [...cookies.values()];
    },
  };
}

export type BrowserJar = ReturnType<typeof browserJar>;
