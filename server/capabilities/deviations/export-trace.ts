import { exportTrace, StoredSource, traceCsvColumns } from '@vialkeep/contract/deviations.ts';
import { sql } from 'kysely';
import { copiedCsv } from '../../kernel/http/forms/copied-csv.ts';
import { exportedFile } from '../../kernel/http/forms/exported-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import { requireDeviation } from './deviations.queries.ts';
import { traceIds } from './trace-ids.ts';
import { clinicName, tracedVials } from './trace-rows.ts';

export const exportTraceHandler = handle(exportTrace, async (call) => {
  const { access, db, params, query } = call;
  const { deviation, bench } = await requireDeviation(access, db, params.id, query.lab_id);
  const { vials } = await traceIds(db, bench.lab, StoredSource.parse(deviation.source));
  const rows = sql`
    select traced.code, traced.state, case when traced.held then 'yes' else 'no' end, traced.patient_id,
      traced.batch_code, traced.order_code, ${clinicName}, clinic.id, traced.shipped_on,
      coalesce(nullif(consignee.company, ''), consignee.username), consignee.id, traced.tracking_number
    from ${tracedVials(vials)}
      left join users clinic on clinic.id = traced.center_id
      left join users consignee on consignee.id = traced.consignee_id
    order by traced.state <> 'shipped', traced.id`;
  return exportedFile(call, {
    fileName: `trace-of-deviation-${deviation.id}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: (connection) => copiedCsv(connection, traceCsvColumns, rows.compile(db)),
  });
});
