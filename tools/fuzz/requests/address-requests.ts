import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { fieldsOf } from '../../../server/testing/fields.ts';
import type { Wants } from './fuzz-request.ts';
import type { GoodInput } from './good-input.ts';
import { hostileEncodings, hostileTexts } from './hostile-values.ts';
import { refusedFields } from './refused-fields.ts';

/** A URL that is wrong in one place. */
export type BadAddress = { readonly what: string; readonly path: string; readonly wrong: ReadonlySet<string> | null };

/** The server limits the URL with the headers to 16 kB; one longer URL is enough. */
const LONGEST = 50_000;

const encoded: readonly (readonly [name: string, text: string])[] = [
  ...hostileTexts.map(({ name, text }) => [name, encodedOf(text ?? '')] as const),
  ...Object.entries(hostileEncodings),
].filter(([, text]) => text.length < LONGEST);

/** Yields every path and query parameter of a call with every hostile text, in valid and invalid encodings. */
export function* badAddresses(call: NamedRoute, good: () => GoodInput, wants: Wants): Generator<BadAddress> {
  const { route } = call;
  for (const [name = ''] of fieldsOf(route.params)) {
    for (const [value, text] of encoded) {
      if (!wants()) continue;
      yield { what: `params.${name}: ${value}`, path: pathWith(route.path, good(), { [name]: text }), wrong: null };
    }
  }
  for (const [name = ''] of fieldsOf(route.query)) {
    for (const [value, text] of encoded) if (wants()) yield queryWith(call, good(), name, value, text);
    for (const [what, query] of Object.entries(pollutions(name))) {
      if (!wants()) continue;
      yield { what: `query.${name}: ${what}`, path: `${plainPath(route.path, good())}?${query}`, wrong: null };
    }
  }
  for (const [what, query] of Object.entries(strangeQueries)) {
    if (!wants()) continue;
    yield { what: `query: ${what}`, path: `${plainPath(route.path, good())}?${query}`, wrong: null };
  }
  const path = plainPath(route.path, good());
  for (const [what, strange] of Object.entries(strangePaths(path))) {
    if (!wants()) continue;
    yield { what: `path: ${what}`, path: strange, wrong: null };
  }
}

/** Returns the valid URL. */
export function goodAddress({ route }: NamedRoute, good: GoodInput): string {
  const query = Object.entries(good.query).map(([name, value]) => `${name}=${encodedOf(String(value))}`);
  return query.length === 0 ? plainPath(route.path, good) : `${plainPath(route.path, good)}?${query.join('&')}`;
}

function queryWith(call: NamedRoute, good: GoodInput, name: string, value: string, text: string): BadAddress {
  const others = Object.entries(good.query).filter(([other]) => other !== name);
  const query = [...others.map(([other, given]) => `${other}=${encodedOf(String(given))}`), `${name}=${text}`];
  return {
    what: `query.${name}: ${value}`,
    path: `${plainPath(call.route.path, good)}?${query.join('&')}`,
    wrong: refusedFields(call.route, { query: decodeQuery(good.query, name, text), text: null }),
  };
}

/** Returns the query as the server reads it; null for an invalid encoding. An empty parameter counts as missing. */
function decodeQuery(query: GoodInput['query'], name: string, text: string): GoodInput['query'] | null {
  if (text === '') return Object.fromEntries(Object.entries(query).filter(([other]) => other !== name));
  try {
    return { ...query, [name]: decodeURIComponent(text.replaceAll('+', ' ')) };
  } catch {
    return null;
  }
}

function pollutions(name: string): Record<string, string> {
  return {
    twice: `${name}=1&${name}=2`,
    'once empty': `${name}=&${name}=1`,
    'as a list': `${name}[]=1&${name}[]=2`,
    'as an object': `${name}[a]=1&${name}[__proto__]=2`,
    '1,000 times': Array.from({ length: 1_000 }, () => `${name}=1`).join('&'),
    'with a semicolon': `${name}=1;${name}=2`,
    'without a value': name,
    'only a sign': `${name}==&=`,
  };
}

const strangeQueries = {
  prototype: '__proto__[admin]=1&__proto__=1&constructor=1&constructor[prototype][admin]=1',
  'functions of every object': 'toString=1&hasOwnProperty=1&valueOf=1',
  nothing: '',
  'only signs': '&&&==&;;?',
  '2,000 parameters': Array.from({ length: 2_000 }, (_, n) => `a${n}=1`).join('&'),
  unknown: 'zz_unknown=1',
  'bad encoding': '%=%&%zz=%zz',
};

function strangePaths(path: string): Record<string, string> {
  return {
    'two slashes': path.replaceAll('/', '//'),
    'no slash at the end': path.replace(/\/$/, ''),
    'dots inside': path.replace(/^\//, '/./x/../'),
    'encoded letters': path.replace('a', '%61'),
    'encoded slashes': `/${path.slice(1).replaceAll('/', '%2f')}`,
    'upper case': path.toUpperCase(),
    'something behind': `${path}${'x'.repeat(50)}`,
    'a matrix parameter': `${path};a=b`,
    'a fragment': `${path}#fragment`,
    'a backslash': path.replaceAll('/', '\\'),
  };
}

function pathWith(path: string, good: GoodInput, changed: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => changed[name] ?? encodedOf(String(good.params[name])));
}

function plainPath(path: string, good: GoodInput): string {
  return pathWith(path, good, {});
}

function encodedOf(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
