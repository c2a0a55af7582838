import type { Route } from '@vialkeep/contract/kernel/route.ts';

/** '/users/:id/' with {id: 7} → '/users/7/'. */
export function pathFor(route: Route, params: object, query: object): string {
  const values = new Map(Object.entries(params));
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}
