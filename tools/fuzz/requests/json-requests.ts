import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { type Field, fieldsOf, withField, withoutField } from '../../../server/testing/fields.ts';
import type { Wants } from './fuzz-request.ts';
import type { GoodInput } from './good-input.ts';
import { type Hostile, hostileValues } from './hostile-values.ts';
import { refusedFields } from './refused-fields.ts';

/** A body that is wrong in one place or as a whole. */
export type BadBody = { readonly what: string; readonly text: string; readonly wrong: ReadonlySet<string> | null };

/** Yields every field of a call's body with every hostile value, without the field, and with the field twice. */
export function* badBodies(call: NamedRoute, good: () => GoodInput, wants: Wants): Generator<BadBody> {
  const fields = fieldsOf(call.route.body);
  for (const field of fields) {
    for (const value of hostileValues) if (wants()) yield bodyWith(call, good(), field, value);
    if (!wants()) continue;
    const without = withoutField(good().body, field);
    yield buildBadBody(call, good(), `body.${field.join('.')}: left out`, JSON.stringify(without));
    const twice = `{"${field[0]}":{"a":1},${JSON.stringify(good().body).slice(1)}`;
    yield buildBadBody(call, good(), `body.${field.join('.')}: twice`, twice.replace(/,\}$/, '}'));
  }
  for (const [what, text] of Object.entries(wholeBodies(good()))) {
    if (what === RIGHT || wants()) yield buildBadBody(call, good(), `body: ${what}`, text);
  }
}

function bodyWith(call: NamedRoute, good: GoodInput, field: Field, { name, json }: Hostile): BadBody {
  const text = JSON.stringify(withField(good.body, field, PLACE)).replace(JSON.stringify(PLACE), () => json);
  return buildBadBody(call, good, `body.${field.join('.')}: ${name}`, text);
}

function buildBadBody({ route }: NamedRoute, good: GoodInput, what: string, text: string): BadBody {
  return { what, text, wrong: refusedFields(route, { query: good.query, text }) };
}

const PLACE = '@here@';
const RIGHT = 'as it should be';

/** Returns bodies that are not JSON or not an object with the right names. */
function wholeBodies({ body }: GoodInput): Record<string, string> {
  const text = JSON.stringify(body);
  const inside = text.slice(1, -1);
  const first = inside === '' ? '' : `${inside},`;
  return {
    [RIGHT]: text,
    'one name more': `{${first}"zz_unknown":"x"}`,
    'names of the server’s own': `{${first}"domain_id":2,"plan_id":10,"is_active":true,"password_hash":"x","id":1}`,
    'prototype beside': `{${first}"__proto__":{"admin":true}}`,
    'prototype beside, escaped': `{${first}"\\u005f\\u005fproto\\u005f\\u005f":{"admin":true}}`,
    'constructor beside': `{${first}"constructor":{"prototype":{"admin":true}}}`,
    'prototype as a name': `{${first}"prototype":{"admin":true}}`,
    'functions of every object': `{${first}"toString":"x","valueOf":"x","hasOwnProperty":"x","toJSON":"x"}`,
    'everything twice': inside === '' ? '{}' : `{${inside},${inside}}`,
    'in a list': `[${text}]`,
    nothing: '',
    blanks: '   ',
    'a line break': '\n',
    null: 'null',
    'a number': '7',
    'a text': '"text"',
    true: 'true',
    'a list': '[]',
    '10,000 lists': `[${'[],'.repeat(9_999)}[]]`,
    '100,000 lists in each other': '['.repeat(100_000),
    'no end': text.slice(0, -1),
    'something behind the end': `${text}{}`,
    'a comma too many': `{${first}}`,
    'single quotes': text.replaceAll('"', "'"),
    'a comment': `/* */${text}`,
    'no number': `{${first}"a":NaN}`,
    'leading zero': `{${first}"a":007}`,
    'raw line break in a text': `{${first}"a":"\n"}`,
    'bad escape': `{${first}"a":"\\x41"}`,
    'half an escape': `{${first}"a":"\\ud8`,
    'a byte order mark before': `\ufeff${text}`,
    'a form': 'a=1&b=2',
    XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    'just too large': `{${first}"a":"${'x'.repeat(256 * 1024)}"}`,
    '20,000 names': `{${first}${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  };
}
