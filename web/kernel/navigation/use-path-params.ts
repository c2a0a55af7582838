import { useMatches } from '@tanstack/react-router';
import type { PagePath, ParamName } from './page-path.ts';

const NONE = {};

/** The parameters in the current address; none if the router shows another page. */
export function usePathParams<Path extends PagePath>(path: Path) {
  const params: unknown = useMatches({
    select: (matches) => matches.find(({ fullPath }) => fullPath === path)?.params ?? NONE,
  });
  // @NOTE the router read them by the names in this path.
  return params as { readonly [Name in ParamName<Path>]?: string };
}
