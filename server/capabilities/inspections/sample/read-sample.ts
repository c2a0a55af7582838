import { readSample, SAMPLE_ROWS_MAX } from '@vialkeep/contract/inspections.ts';
import { handleInspector } from '../inspector.ts';
import { loadSample } from './load-sample.ts';

export const readSampleHandler = handleInspector(readSample, async ({ inspector, read, note, params, services }) => {
  const file = await read((db) => loadSample(db, services.dataKey, inspector, params.id, SAMPLE_ROWS_MAX));
  note({ subject: params.id, object: '' });
  return file;
});
