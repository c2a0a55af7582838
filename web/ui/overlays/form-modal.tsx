import { type ReactNode, useContext, useEffect, useId, useMemo, useState } from 'react';
import { UNSAVED_QUESTION, UnsavedContext, unsavedScope } from '../../kernel/navigation/unsaved.ts';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import { NoticePlace, notices } from '../feedback/notices.ts';
import { ConfirmModal } from './confirm-modal.tsx';
import classes from './modal-frame.module.css';
import { ModalFrame, type ModalSize } from './modal-frame.tsx';

type Props = {
  opened: boolean;
  title: string;
  size?: ModalSize;
  onClose: () => void;
  /** A `Form`. Its notices appear in this modal; with unsaved input, closing asks first. */
  children: ReactNode;
};

export function FormModal({ opened, title, size = 'md', onClose, children }: Props) {
  const around = useContext(UnsavedContext);
  const scope = useMemo(() => unsavedScope(around), [around]);
  const [asking, setAsking] = useState(false);
  const cancel = () => {
    if (scope.hasUnsaved()) setAsking(true);
    else onClose();
  };

  return (
    <>
      <ModalFrame opened={opened} onCancel={cancel} title={title} size={size}>
        <UnsavedContext value={scope}>
          <OwnBar>{children}</OwnBar>
        </UnsavedContext>
      </ModalFrame>
      {/* Mounted only while it asks: otherwise it would receive the Escape that opened it, and close. */}
      {opened && asking && (
        <ConfirmModal
          opened
          danger
          title={UNSAVED_QUESTION.title}
          confirm={UNSAVED_QUESTION.leave}
          cancel={UNSAVED_QUESTION.stay}
          onConfirm={() => {
            setAsking(false);
            onClose();
          }}
          onCancel={() => setAsking(false)}
        >
          {UNSAVED_QUESTION.text}
        </ConfirmModal>
      )}
    </>
  );
}

function OwnBar({ children }: { children: ReactNode }) {
  const place = useId();
  useEffect(() => () => notices.leave(place), [place]);
  return (
    <NoticePlace value={place}>
      <div className={classes.bar}>
        <NoticeBar />
      </div>
      {children}
    </NoticePlace>
  );
}
