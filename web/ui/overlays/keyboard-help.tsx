import classes from './keyboard-help.module.css';
import { MessageModal } from './message-modal.tsx';

export type Shortcut = { keys: readonly string[]; does: string };

type Props = { opened: boolean; shortcuts: readonly Shortcut[]; onClose: () => void };

/** The list of shortcuts that '?' opens. */
export function KeyboardHelp({ opened, shortcuts, onClose }: Props) {
  return (
    <MessageModal opened={opened} title="Keyboard shortcuts" onClose={onClose}>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={classes.row}>
            <dt className={classes.keys}>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && <span className={classes.then}> then </span>}
                  <kbd className={classes.key}>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd className={classes.does}>{does}</dd>
          </div>
        ))}
      </dl>
    </MessageModal>
  );
}
