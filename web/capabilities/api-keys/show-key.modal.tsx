import { Button } from '../../ui/actions/button.tsx';
import { CopyField } from '../../ui/actions/copy-field.tsx';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import { apiKeysTexts as texts } from './api-keys.texts.ts';

type Props = { secret: string | null; onClose: () => void };

/** Shows a new key. Only its own button closes it, because the key is not shown again. */
export function ShowKey({ secret, onClose }: Props) {
  return (
    <ModalFrame
      opened={secret !== null}
      title={texts.once}
      size="md"
      footer={
        <Button kind="primary" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <p>{texts.onceNote}</p>
      <CopyField label={texts.key} value={secret ?? ''} />
    </ModalFrame>
  );
}
