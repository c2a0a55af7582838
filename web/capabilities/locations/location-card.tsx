import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type Location, listLocations, updateDefaultLocation, updateLocation } from '@vialkeep/contract/locations.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { SwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { cardLines, formatLocationName } from './address-lines.ts';
import classes from './locations.module.css';
import { locationsTexts as texts } from './locations.texts.ts';

type Props = {
  location: Location;
  /** Absent if the user cannot change the location. */
  controls?: { onEdit: () => void; onDelete: () => void };
};

export function LocationCard({ location, controls }: Props) {
  const name = formatLocationName(location);
  return (
    <article aria-label={name} className={classes.card}>
      <Card title={name} actions={location.default && <StatusPill tone="done">{texts.tag}</StatusPill>}>
        <address className={classes.address}>{cardLines(location).join('\n')}</address>
        {controls && (
          <div className={classes.controls}>
            <DefaultSwitch location={location} />
            <div className={classes.buttons}>
              <IconButton name={texts.edit(name)} icon={<IconPencil size={18} />} onClick={controls.onEdit} />
              <IconButton name={texts.delete(name)} icon={<IconTrash size={18} />} onClick={controls.onDelete} />
            </div>
          </div>
        )}
      </Card>
    </article>
  );
}

/** Saves `default: true`, then calls update-default, as documented (F087). */
function DefaultSwitch({ location }: { location: Location }) {
  const notices = useNotices();
  const onRefused = ({ message }: { message: string }) => {
    notices.error(message);
    void refresh([listLocations]);
  };
  const save = useCommand(updateLocation, { onRefused });
  const settle = useCommand(updateDefaultLocation, {
    refreshes: [listLocations],
    onDone: () => notices.success(texts.defaultChanged),
    onRefused,
  });

  async function change(on: boolean) {
    if (!on) return notices.info(texts.alwaysOne);
    const saved = await save.run({ params: { id: location.id }, body: { default: true } });
    if (saved) await settle.run({ body: { location_id: location.id, user_id: location.user } });
  }

  return <SwitchField label={texts.switch} checked={location.default} onSave={change} />;
}
