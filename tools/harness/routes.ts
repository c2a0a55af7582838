import * as addresses from '../../web/kernel/navigation/addresses.ts';

/** Every route of the portal as its pages declare it: '/lab/{-$id}'. */
export const routes: readonly string[] = Object.values(addresses);

/** Whether a path matches this route. */
export function isOf(route: string, path: string): boolean {
  const pattern = route.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path);
}
