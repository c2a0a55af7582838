import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { DB as Tables } from '../db/tables.generated.ts';

/** A folder of the file store, and the condition that a file in it is in use. */
export type UploadFolder = {
  readonly folder: string;
  readonly isUsed: (eb: ExpressionBuilder<Tables, 'files'>) => Expression<SqlBool>;
};
