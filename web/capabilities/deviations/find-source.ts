import { listBatches } from '@vialkeep/contract/batches.ts';
import { parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import type { openDeviation } from '@vialkeep/contract/deviations.ts';
import { LotId, PlaceId } from '@vialkeep/contract/kernel/ids.ts';
import type { z } from 'zod';
import type { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { call } from '../../kernel/api/api.ts';
import { type SourceKind, deviationsTexts as texts } from './deviations.texts.ts';

export type SourceValues = Readonly<
  Partial<Record<'lot' | 'batch' | 'place' | 'from' | 'to' | 'day' | 'vials', string>>
>;

type Source = z.input<typeof openDeviation.body>['source'];

/** The source that was typed; words where it names nothing. */
export async function findSource(
  lab: ReturnType<typeof useBenchLab>,
  kind: SourceKind,
  { lot, batch = '', place, from = '', to = '', day = '', vials = '' }: SourceValues,
): Promise<Source | string> {
  switch (kind) {
    case 'kit_lot':
    case 'reagent_lot': {
      const id = LotId.safeParse(Number(lot));
      if (!id.success) return texts.sourceMissing;
      return kind === 'kit_lot' ? { kit_lot: id.data } : { reagent_lot: id.data };
    }
    case 'batch': {
      const code = parseBenchCode(batch);
      if (!code) return texts.batchUnknown;
      const { results } = await call(listBatches, { query: { ...lab.inQuery, code: code.code } });
      const [found] = results;
      return found ? { batch: found.id } : texts.batchUnknown;
    }
    case 'place': {
      const id = PlaceId.safeParse(Number(place));
      if (!id.success || from === '' || to === '') return texts.sourceMissing;
      return { place: id.data, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    }
    case 'lab_day':
      return day === '' ? texts.sourceMissing : { lab_day: day };
    case 'vials': {
      const codes = vials.split(/[\s,;]+/).filter((code) => code !== '');
      return codes.length === 0 ? texts.sourceMissing : { vials: codes };
    }
  }
}
