import type { LightMyRequestResponse } from 'fastify';

/** The cookies of one browser on one site, kept and taken back as the answers say; only those of one path where it is named. */
export function browserJar(path?: string) {
  const cookies = new Map<string, string>();
  return {
    /** Everything Set-Cookie said, in full. */
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
