export type QueryValue = string | number | boolean | null | undefined;
export type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** `?a=1&b=2`, or ''. Undefined, null and empty parameters are omitted; a list repeats its name. */
export function queryText(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** `/users/:id/` with its parameters filled in. Throws if one is missing, which is a bug of the caller. */
export function filledPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
