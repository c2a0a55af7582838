import type { Column, Schema } from './read-schema.ts';

const SCALARS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  text: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  uuid: 'string',
  bit: 'string',
  date: 'string',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
};

/** Generates the TypeScript types of the tables for the query builder. */
export function tableTypes({ tables, enums }: Schema): string {
  const enumTypes = enums.map(
    ({ name, values }) => `export type ${pascal(name)} = ${values.map((value) => `'${value}'`).join(' | ')};\n`,
  );
  const rowTypes = tables.map(
    ({ name, columns }) =>
      `export type ${pascal(name)} = {\n${columns.map((column) => `  ${column.name}: ${typeOf(column, enums)};\n`).join('')}};\n`,
  );
  return [
    '// Written by `npm run generate` from the migrated database. Do not edit.\n',
    "import type { Plan } from '@vialkeep/contract/plans.ts';\nimport type { ColumnType } from 'kysely';\n",
    '/** The database fills it in where nothing is given. */\nexport type Defaulted<T> =\n  T extends ColumnType<infer Read, infer Insert, infer Update>\n    ? ColumnType<Read, Insert | undefined, Update>\n    : ColumnType<T, T | undefined, T>;\n',
    '/** A moment: read as a Date, written as a Date or by the database itself. */\nexport type Timestamp = ColumnType<Date, Date | string, Date | string>;\n',
    '/** Read as what was stored, written as JSON text. */\nexport type Json = ColumnType<unknown, string, string>;\n',
    ...enumTypes,
    ...rowTypes,
    `export type DB = {\n${tables.map(({ name }) => `  ${name}: ${pascal(name)};\n`).join('')}};\n`,
  ].join('\n');
}

function typeOf(column: Column, enums: Schema['enums']): string {
  const named = findTypeName(column, enums);
  if (!named) throw new Error(`No TypeScript type is known for a column of type ${column.type}.`);
  const type = `${named}${column.isArray ? '[]' : ''}${column.isNullable ? ' | null' : ''}`;
  if (column.isComputed) return `ColumnType<${type}, never, never>`;
  return column.hasDefault ? `Defaulted<${type}>` : type;
}

function findTypeName({ name, type }: Column, enums: Schema['enums']): string | undefined {
  // Every such small number references the plans table, whose ids the contract names; a commission plan is an integer.
  if (/(?:^|_)plan(?:_id)?$/.test(name) && type === 'int2') return 'Plan';
  return enums.some((known) => known.name === type) ? pascal(type) : SCALARS[type];
}

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}
