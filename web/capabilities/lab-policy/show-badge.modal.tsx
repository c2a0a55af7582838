import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import { operatorsTexts as texts } from './lab-policy.texts.ts';

/** A badge with its one-time PIN, as the server tells it once. */
export type NewBadge = { readonly name: string; readonly code: string; readonly one_time_pin: string };

type Props = {
  badge: NewBadge | null;
  /** Null where no label can be printed. */
  onPrint: ((code: string) => void) | null;
  onClose: () => void;
};

/** Shows the one-time PIN. Only its own button closes it, because the PIN is not shown again. */
export function ShowBadge({ badge, onPrint, onClose }: Props) {
  const code = badge ? formatBenchCode({ kind: 'operator', code: badge.code }) : '';
  return (
    <ModalFrame
      opened={badge !== null}
      title={texts.oneTime}
      footer={
        <>
          {onPrint && <Button onClick={() => onPrint(code)}>{texts.printBadge}</Button>}
          <Button kind="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <p>{texts.oneTimeNote}</p>
      {badge && (
        <Facts
          facts={[
            [texts.name, badge.name],
            [texts.badge, code],
            [texts.pin, badge.one_time_pin],
          ]}
        />
      )}
    </ModalFrame>
  );
}
