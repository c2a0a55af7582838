import { Button } from '../../ui/actions/button.tsx';
import { CopyField } from '../../ui/actions/copy-field.tsx';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import { webhooksTexts as texts } from './webhooks.texts.ts';

type Props = { secret: string | null; onClose: () => void };

/** Shows a new secret. Only its own button closes it, because the secret is not shown again. */
export function ShowSecret({ secret, onClose }: Props) {
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
      <CopyField label={texts.secret} value={secret ?? ''} />
    </ModalFrame>
  );
}
