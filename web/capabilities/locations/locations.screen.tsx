import { type Location, listLocations } from '@vialkeep/contract/locations.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { LOCATION_FORM_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { AddressLabel } from './address-label.tsx';
import { DeleteLocation } from './delete-location.modal.tsx';
import { LocationCard } from './location-card.tsx';
import { LocationForm } from './location-form.tsx';
import classes from './locations.module.css';
import { locationsTexts as texts } from './locations.texts.ts';

export function LocationsScreen() {
  const { id } = useUser();
  const mayChange = useMay('locations.change');
  const notices = useNotices();
  const locations = useApi(listLocations, { params: { userId: id } });
  const [edited, setEdited] = useState<Location | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Location | null>(null);
  const opening = useOpening(() => setEdited('new'));

  function saved(message: string) {
    setEdited(null);
    notices.success(message);
  }

  return (
    <Screen
      title={texts.title}
      status={opening.isUnderWay && texts.opening}
      // Not disabled while it waits: the focus returns here when the form closes.
      actions={
        mayChange && (
          <Button kind="primary" onClick={opening.start}>
            {texts.add}
          </Button>
        )
      }
    >
      <Loaded query={locations} loading={texts.loading} failed={texts.failed}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <EmptyState title={texts.none} why={mayChange ? texts.noneYet : texts.noneOfTheirs} />
            </Card>
          ) : (
            <Locations all={all} mayChange={mayChange} onEdit={setEdited} onDelete={setDeleted} />
          )
        }
      </Loaded>
      <FormModal opened={edited !== null} title={texts.form.title} onClose={() => setEdited(null)}>
        {edited && (
          <LocationForm
            location={edited === 'new' ? null : edited}
            isFirst={locations.data?.length === 0}
            onSaved={saved}
          />
        )}
      </FormModal>
      <DeleteLocation location={deleted} all={locations.data ?? []} onClose={() => setDeleted(null)} />
    </Screen>
  );
}

type ListProps = {
  all: readonly Location[];
  mayChange: boolean;
  onEdit: (location: Location) => void;
  onDelete: (location: Location) => void;
};

function Locations({ all, mayChange, onEdit, onDelete }: ListProps) {
  const [first] = all;
  return (
    <div className={classes.page}>
      <ul className={classes.list} aria-label={texts.title}>
        {all.map((location) => (
          <li key={location.id}>
            <LocationCard
              location={location}
              controls={mayChange ? { onEdit: () => onEdit(location), onDelete: () => onDelete(location) } : undefined}
            />
          </li>
        ))}
      </ul>
      {first && <AddressLabel location={first} />}
    </div>
  );
}

/** The specification delays the form by a second; more clicks meanwhile have no effect. */
function useOpening(onOpen: () => void) {
  const [isUnderWay, setUnderWay] = useState(false);
  const open = useEffectEvent(() => {
    setUnderWay(false);
    onOpen();
  });
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => open(), LOCATION_FORM_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay]);
  return { isUnderWay, start: () => setUnderWay(true) };
}
