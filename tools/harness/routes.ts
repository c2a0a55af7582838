import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const web = resolve(import.meta.dirname, '../../web');
const lists = [...globSync(`${web}/capabilities/*/*.pages.ts`), `${web}/shell/pages.ts`];

/** Every route of the portal as its pages declare it: '/lab/{-$id}'. */
export const routes: readonly string[] = lists.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path),
);

/** Whether a path matches this route. */
export function isOf(route: string, path: string): boolean {
  const pattern = route.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path);
}
