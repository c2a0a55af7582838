import {
  changePlace,
  createPlace,
  listPlaces,
  type PlaceDetails,
  PlaceKind,
  readPlace,
} from '@vialkeep/contract/places.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { NumberField } from '../../ui/form/fields/number-field.tsx';
import { PlainSelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import classes from './storage.module.css';
import { storageTexts as texts } from './storage.texts.ts';

const refreshes = [readPlace, listPlaces];
/** The size of a usual box. */
const USUAL = 9;

type Props = {
  /** Where a new place stands, or the place that changes; null at the top. */
  place: PlaceDetails | null;
  open: 'add' | 'change' | null;
  onClose: () => void;
};

export function ChangePlace({ place, open, onClose }: Props) {
  return (
    <>
      <FormModal opened={open === 'add'} title={texts.addTitle} onClose={onClose}>
        <div className={classes.form}>{open === 'add' && <AddPlace parent={place} onClose={onClose} />}</div>
      </FormModal>
      <FormModal opened={open === 'change'} title={texts.changeTitle} onClose={onClose}>
        <div className={classes.form}>
          {open === 'change' && place && <EditPlace place={place} onClose={onClose} />}
        </div>
      </FormModal>
    </>
  );
}

/** The kinds that can stand in a place of this kind. */
function kindsInside(kind: PlaceKind | null): readonly PlaceKind[] {
  const all = PlaceKind.options;
  return kind === null ? all.slice(0, 1) : all.slice(all.indexOf(kind) + 1);
}

function AddPlace({ parent, onClose }: { parent: PlaceDetails | null; onClose: () => void }) {
  const kinds = kindsInside(parent?.kind ?? null);
  const [kind, setKind] = useState(kinds[0] ?? 'box');
  return (
    <>
      {kinds.length > 1 && (
        <fieldset className={classes.kinds}>
          <legend>{texts.kind}</legend>
          <BenchActions>
            {kinds.map((one) => (
              <BenchButton key={one} isPressed={one === kind} onClick={() => setKind(one)}>
                {texts.kinds[one]}
              </BenchButton>
            ))}
          </BenchActions>
        </fieldset>
      )}
      <AddForm key={kind} kind={kind} parent={parent} onClose={onClose} />
    </>
  );
}

type AddProps = { kind: PlaceKind; parent: PlaceDetails | null; onClose: () => void };

function AddForm({ kind, parent, onClose }: AddProps) {
  const lab = useBenchLab();
  const notices = useNotices();
  const form = useRouteForm(createPlace, {
    ...lab.inBody,
    kind,
    name: '',
    ...(parent ? { parent_id: parent.id } : {}),
    ...(kind === 'box' ? { rows: USUAL, columns: USUAL } : {}),
  });
  const command = useCommand(createPlace, {
    refreshes,
    onDone: ({ name, code }) => {
      onClose();
      notices.success(texts.added(name, code));
    },
  });
  return (
    <Form form={form} command={command} label={texts.addTitle} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <TextField name="name" label={texts.name} maxLength={60} required />
        {kind === 'box' && <NumberField name="rows" label={texts.rows} min={1} max={16} required />}
        {kind === 'box' && <NumberField name="columns" label={texts.size} min={1} max={16} required />}
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.add}</Submit>
      </FormActions>
    </Form>
  );
}

function EditPlace({ place, onClose }: { place: PlaceDetails; onClose: () => void }) {
  const lab = useBenchLab();
  const notices = useNotices();
  const [isRetiring, setIsRetiring] = useState(false);
  const canMove = place.parent_id !== null;
  const others = useApi(listPlaces, { query: { ...lab.inQuery, limit: '100' } }, { enabled: canMove });
  const parents = (others.data?.results ?? []).filter(({ kind }) => kindsInside(kind).includes(place.kind));
  const form = useRouteForm(changePlace, {
    name: place.name,
    ...(place.parent_id === null ? {} : { parent_id: place.parent_id }),
  });
  const onDone = ({ name }: PlaceDetails) => {
    onClose();
    notices.success(texts.saved(name));
  };
  const command = useCommand(changePlace, { refreshes, onDone });
  const retiring = useCommand(changePlace, { refreshes, onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.changeTitle}
      onSubmit={(body) => command.run({ params: { id: place.id }, body })}
    >
      <Fields>
        <TextField name="name" label={texts.name} maxLength={60} required />
        {canMove && (
          <PlainSelectField
            name="parent_id"
            label={texts.into}
            options={parents.map((parent) => ({ id: parent.id, name: texts.nameOf(parent) }))}
            required
          />
        )}
      </Fields>
      <FormActions>
        <Button kind="danger" onClick={() => setIsRetiring(true)}>
          {texts.retire}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.save}</Submit>
      </FormActions>
      {isRetiring && (
        <ConfirmModal
          opened
          danger
          title={texts.retireTitle}
          confirm={texts.retire}
          busy={retiring.busy}
          failure={retiring.refusal}
          onConfirm={() => void retiring.run({ params: { id: place.id }, body: { retired: true } })}
          onCancel={() => setIsRetiring(false)}
        >
          {texts.retireQuestion}
        </ConfirmModal>
      )}
    </Form>
  );
}
