import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './modal-frame.module.css';
import { useIsOnTop } from './open-overlays.ts';

/** `sign` contains a framed page: without padding, and full-screen up to 768 px (V-06). */
export type ModalSize = 'sm' | 'md' | 'lg' | 'sign';

const widths: Record<ModalSize, number> = { sm: 440, md: 640, lg: 960, sign: 960 };

type Props = {
  opened: boolean;
  /** Escape, the overlay and the close button. Without it only the modal's own buttons close it. */
  onCancel?: () => void;
  title: ReactNode;
  size?: ModalSize;
  role?: 'dialog' | 'alertdialog';
  /** Stays visible below a scrolling body: 'Cancel' left of the primary button. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The base of every modal. Screens use the specific ones: confirm, form, message. */
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

// @NOTE Mantine sets role="dialog" after the given props, so an alert dialog sets its role later.
function setRole(element: HTMLElement | null, role: string): void {
  element?.setAttribute('role', role);
}

/**
 * A double click belongs to the element of its first click: the second click neither closes nor confirms a modal that
 * has just opened.
 */
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
