import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { signUpTexts as texts } from './sign-up.texts.ts';

type Props = {
  title: string;
  /** The server's message; null before the account is created. */
  message: string | null;
  onClose: () => void;
};

export function CreatedModal({ title, message, onClose }: Props) {
  return (
    <MessageModal
      opened={message !== null}
      title={title}
      close={texts.close}
      other={<LinkButton to={linkTo(addresses.login)}>{texts.login}</LinkButton>}
      onClose={onClose}
    >
      {message}
    </MessageModal>
  );
}
