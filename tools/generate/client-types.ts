import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { permissions } from '../../server/app.ts';
import { openApiDocument } from '../../server/kernel/http/openapi/openapi-document.ts';
import { keyScopeOfCall } from '../../server/kernel/http/openapi/operation.ts';

type Schema = {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};
type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
};
type Operation = {
  readonly summary: string;
  readonly 'x-scopes'?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
};
type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Content>>;
  };
};

/** The types of the client: the calls that an API key can make, the events, and the named shapes of both. */
export function clientTypes(): string {
  const calls = catalogue.filter(({ route }) => keyScopeOfCall(route, permissions) !== null);
  // @NOTE the document has these parts wherever it has any.
  return typesOf(openApiDocument(calls, permissions, '') as ApiDocument);
}

function typesOf(document: ApiDocument): string {
  const { schemas, responses } = document.components;
  const shapes = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describeCall(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation, document),
    ),
  );
  const common = Object.values(responses).flatMap((response) => reasonsOf(response));
  return [
    '// Written by `npm run generate` from the contract; compared in `npm run check`.\n',
    ...shapes,
    `/** The reasons with which any call can be refused. */\nexport type CommonReason = ${union(common)};\n`,
    `/** Every call that an API key can make, with the reasons of its own refusals. */\nexport type Calls = {\n${calls.join('')}};\n`,
  ].join('\n');
}

function describeCall(
  name: string,
  { summary, parameters, requestBody, responses, ...operation }: Operation,
  document: ApiDocument,
): string {
  const known = parameters.map((parameter) => resolveParameter(parameter, document));
  const given = (place: string) => known.filter((parameter) => parameter.in === place);
  const upload = requestBody?.content?.['multipart/form-data']?.schema;
  const raw = requestBody?.content?.['application/octet-stream'];
  const body = requestBody?.content?.['application/json']?.schema ?? (upload && fieldsBesideFile(upload));
  const parts = [
    ...partOf('params', given('path').map(asNumberOrText)),
    ...partOf('query', given('query')),
    ...(body ? [`body${isOptional(body) ? '?' : ''}: ${typeOf(body)};`] : []),
    ...(upload ? ['file: Blob;'] : []),
    ...(raw ? ['bytes: Blob;'] : []),
  ];
  const { 200: success, ...refused } = responses;
  const answer = success?.content?.['application/json']?.schema;
  const own = Object.values(refused).flatMap((response) => (response.$ref ? [] : reasonsOf(response)));
  const common = new Set(Object.values(document.components.responses).flatMap(reasonsOf));
  return indent(`/** ${summary}. Key scope: ${operation['x-scopes']?.join(', ')}. */
'${name}': {
  input: ${parts.length === 0 ? '{}' : `{ ${parts.join(' ')} }`};
  answer: ${answer ? typeOf(answer) : 'Blob'};
  reasons: ${union(own.filter((reason) => !common.has(reason)))};
};
`);
}

function resolveParameter(parameter: Parameter, { components }: ApiDocument): Parameter {
  const shared = parameter.$ref && components.parameters[lastPart(parameter.$ref)];
  return shared || parameter;
}

/** An id of an answer is a number, and one from an address is a text. */
function asNumberOrText(parameter: Parameter): Parameter {
  return parameter.schema.type === 'integer' ? { ...parameter, schema: { type: ['integer', 'string'] } } : parameter;
}

function partOf(name: string, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const fields = parameters.map(({ name: field, required, schema }) => fieldOf(field, required, schema));
  const isRequired = parameters.some(({ required }) => required);
  return [`${name}${isRequired ? '' : '?'}: { ${fields.join(' ')} };`];
}

function fieldsBesideFile({ properties = {} }: Schema): Schema {
  const fields = Object.entries(properties).filter(([name]) => name !== 'file');
  return { type: 'object', properties: Object.fromEntries(fields) };
}

function isOptional({ properties, required = [] }: Schema): boolean {
  return properties !== undefined && required.length === 0;
}

function schemaOf(part: Content | undefined): Schema {
  return part?.content?.['application/json']?.schema ?? {};
}

function reasonsOf(response: Content): string[] {
  const parts = schemaOf(response).allOf ?? [];
  return parts.flatMap(({ properties }) => (properties?.reason?.enum ?? []).map(String));
}

/** A JSON Schema as a type of TypeScript. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return lastPart(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => groupType(typeOf(part))).join(' & ');
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'unknown' : types.map((type) => typeByWord(type, schema)).join(' | ');
}

function typeByWord(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`;
      return `${groupType(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return typeOfObject(schema);
    default:
      return type;
  }
}

function typeOfObject({ properties, required = [], additionalProperties }: Schema): string {
  if (properties && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(([name, inner]) => fieldOf(name, required.includes(name), inner));
    return `{ ${fields.join(' ')} }`;
  }
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
}

function fieldOf(name: string, isRequired: boolean, schema: Schema): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)};`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function groupType(type: string): string {
  return / [|&] /.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})` : type;
}

function union(words: readonly string[]): string {
  return [...new Set(words)].map(literal).join(' | ') || 'never';
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
