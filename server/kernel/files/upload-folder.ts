import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { DB as Tables } from '../db/tables.generated.ts';

/** A folder of the file store, and by what is known that a file in it is still somebody's. */
export type UploadFolder = {
  readonly folder: string;
  readonly isUsed: (eb: ExpressionBuilder<Tables, 'files'>) => Expression<SqlBool>;
};
