import type { PagePath, ParamName, SearchKey } from './page-path.ts';

type Nothing = Readonly<Record<string, never>>;
type Search<Key extends string> = [Key] extends [never] ? Nothing : { readonly [K in Key]?: string | number };

/** Every parameter that the path names is required, also one that the router treats as optional. */
type Filled<Path extends PagePath> = [ParamName<Path>] extends [never]
  ? [params?: Nothing, search?: Search<SearchKey<Path>>]
  : [params: Readonly<Record<ParamName<Path>, string | number>>, search?: Search<SearchKey<Path>>];

declare const checked: unique symbol;

/** The props of the router's link, which only the functions of this file make. */
export type PageLink = {
  /** The path with its parameters filled in. */
  readonly to: string;
  /** `never` fits the different types that the router's components give to the query. */
  readonly search: never;
  readonly [checked]: true;
};

/** The link to a page: `linkTo(addresses.patient, { id })`. */
export function linkTo<Path extends PagePath>(path: Path, ...[params, search]: Filled<Path>): PageLink {
  const values: Readonly<Record<string, string | number>> = params ?? {};
  const to = path.replaceAll(/\{-\$(\w+)\}|\$(\w+)/g, (_, optional?: string, required?: string) =>
    encodeURIComponent(values[optional ?? required ?? ''] ?? ''),
  );
  return linkAtRunTime(to, search);
}

/** For an address that exists only at run time: one that the server chose, or one that the browser stored. */
export function linkAtRunTime(to: string, search?: Search<string>): PageLink {
  // @NOTE the mark exists only in the types.
  return { to, search } as unknown as PageLink;
}
