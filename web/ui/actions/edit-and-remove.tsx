import { IconPencil, IconTrash } from '@tabler/icons-react';
import classes from './edit-and-remove.module.css';
import { IconButton } from './icon-button.tsx';

type Action = { name: string; onClick: () => void };

export function EditAndRemove({ edit, remove }: { edit: Action; remove: Action }) {
  return (
    <span className={classes.buttons}>
      <IconButton {...edit} icon={<IconPencil size={18} />} />
      <IconButton {...remove} icon={<IconTrash size={18} />} />
    </span>
  );
}
