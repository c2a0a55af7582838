import { Spinner } from '../feedback/spinner.tsx';
import { ModalFrame } from './modal-frame.tsx';

/** Says what is under way and lets nothing else be pressed meanwhile. It closes by itself. */
export function BusyModal({ opened, text }: { opened: boolean; text: string }) {
  return (
    <ModalFrame opened={opened} title={text}>
      <Spinner />
    </ModalFrame>
  );
}
