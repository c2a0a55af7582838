import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './modal-frame.module.css';

/** `sign` holds a page of its own: no padding around it that it needs, and the whole screen up to 768 px (V-06). */
export type ModalSize = 'sm' | 'md' | 'lg' | 'sign';

const widths: Record<ModalSize, number> = { sm: 440, md: 640, lg: 960, sign: 960 };

type Props = {
  opened: boolean;
  /** Escape, the overlay and the cross. Left out, nothing closes the modal but its own buttons. */
  onCancel?: () => void;
  title: ReactNode;
  size?: ModalSize;
  role?: 'dialog' | 'alertdialog';
  /** Stays in sight below a body that scrolls: 'Cancel' left of the primary. */
  footer?: ReactNode;
  children: ReactNode;
};

/** What every modal is made of. Screens use the ones with a purpose: confirm, form, message. */
export function ModalFrame({ opened, onCancel, title, size = 'sm', role = 'dialog', footer, children }: Props) {
  const narrow = size === 'sign' ? '(max-width: 47.99em)' : '(max-width: 35.99em)';
  const onPhone = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const isOnTop = useIsOnTop(opened);
  const dropStrayClick = useStrayClicks(opened);
  const cancel = () => {
    if (isOnTop()) onCancel?.();
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={cancel}
      onClickCapture={dropStrayClick}
      closeOnEscape={onCancel !== undefined}
      closeOnClickOutside={onCancel !== undefined}
      size={widths[size]}
      radius="lg"
      classNames={{ content: classes.content }}
      fullScreen={onPhone}
      yOffset={size === 'sign' ? '2dvh' : undefined}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} color="#10171b" />
      <Modal.Content ref={(element) => setRole(element, role)}>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {onCancel && <Modal.CloseButton aria-label="Close" />}
        </Modal.Header>
        <Modal.Body className={classes.body} data-size={size}>
          {children}
        </Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}

// @NOTE Mantine writes role="dialog" after our own props, and an alert dialog must be one.
function setRole(element: HTMLElement | null, role: string): void {
  element?.setAttribute('role', role);
}

const open: string[] = [];

/** Escape reaches every open modal; only the one on top may take it. */
function useIsOnTop(opened: boolean): () => boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    open.push(id);
    return () => void open.splice(open.indexOf(id), 1);
  }, [id, opened]);
  return () => open.at(-1) === id;
}

/** A double click is meant for what was there at its first click: the second neither closes nor confirms what came. */
function useStrayClicks(opened: boolean): (event: MouseEvent) => void {
  const wasClicked = useRef(false);
  useEffect(() => {
    wasClicked.current = !opened;
  }, [opened]);
  return (event) => {
    wasClicked.current ||= event.detail < 2;
    if (wasClicked.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
