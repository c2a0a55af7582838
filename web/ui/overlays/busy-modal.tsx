import { Spinner } from '../feedback/spinner.tsx';
import { ModalFrame } from './modal-frame.tsx';

/** Shows the running action and blocks other input. It closes by itself. */
export function BusyModal({ opened, text }: { opened: boolean; text: string }) {
  return (
    <ModalFrame opened={opened} title={text}>
      <Spinner />
    </ModalFrame>
  );
}
