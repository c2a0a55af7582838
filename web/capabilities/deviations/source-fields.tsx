import { listLots } from '@vialkeep/contract/kits.ts';
import { listPlaces } from '@vialkeep/contract/places.ts';
import { BenchFields, BenchList, BenchNote, BenchTextField } from '../../components/bench/bench-fields.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi } from '../../kernel/api/query.ts';
import { type SourceKind, deviationsTexts as texts } from './deviations.texts.ts';
import type { SourceValues } from './find-source.ts';

type Props = { kind: SourceKind; values: SourceValues; onChange: (values: SourceValues) => void };

const MOST_LISTED = '100';

/** The fields of one kind of source. */
export function SourceFields({ kind, values, onChange }: Props) {
  const set = (key: keyof SourceValues) => (value: string) => onChange({ ...values, [key]: value });
  switch (kind) {
    case 'kit_lot':
      return <LotField kind="kit" value={values.lot ?? ''} onChange={set('lot')} />;
    case 'reagent_lot':
      return <LotField kind="reagent" value={values.lot ?? ''} onChange={set('lot')} />;
    case 'batch':
      return <BenchTextField label={texts.fields.batch} value={values.batch ?? ''} onChange={set('batch')} />;
    case 'place':
      return (
        <BenchFields>
          <FreezerField value={values.place ?? ''} onChange={set('place')} />
          <BenchTextField
            label={texts.fields.from}
            type="datetime-local"
            value={values.from ?? ''}
            onChange={set('from')}
          />
          <BenchTextField label={texts.fields.to} type="datetime-local" value={values.to ?? ''} onChange={set('to')} />
        </BenchFields>
      );
    case 'lab_day':
      return <BenchTextField label={texts.fields.day} type="date" value={values.day ?? ''} onChange={set('day')} />;
    case 'vials':
      return <BenchNote label={texts.fields.vials} value={values.vials ?? ''} onChange={set('vials')} />;
  }
}

type ListProps = { value: string; onChange: (value: string) => void };

function LotField({ kind, value, onChange }: ListProps & { kind: 'kit' | 'reagent' }) {
  const lab = useBenchLab();
  const lots = useApi(listLots, { query: { ...lab.inQuery, kind, limit: MOST_LISTED, offset: '0' } });
  const options = (lots.data?.results ?? []).map(({ id, name, lot }) => ({
    value: String(id),
    label: texts.lotOf(name, lot),
  }));
  return (
    <BenchList
      label={texts.fields.lot}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: texts.choose }, ...options]}
    />
  );
}

function FreezerField({ value, onChange }: ListProps) {
  const lab = useBenchLab();
  const query = { ...lab.inQuery, kind: 'freezer' as const, limit: MOST_LISTED, offset: '0' };
  const freezers = useApi(listPlaces, { query });
  const options = (freezers.data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <BenchList
      label={texts.fields.place}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: texts.choose }, ...options]}
    />
  );
}
