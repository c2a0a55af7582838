import { FileButton as MantineFileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

type Props = { onFile: (file: File) => void; accept?: string; disabled?: boolean; children: ReactNode };

/** A small button that asks for one file. */
export function FileButton({ onFile, accept, disabled, children }: Props) {
  const forget = useRef<() => void>(null);
  const take = (file: File | null) => {
    // Otherwise the same file could not be chosen again.
    forget.current?.();
    if (file) onFile(file);
  };
  return (
    <MantineFileButton accept={accept} disabled={disabled} resetRef={forget} onChange={take}>
      {({ onClick }) => (
        <Button size="xs" disabled={disabled} onClick={onClick}>
          {children}
        </Button>
      )}
    </MantineFileButton>
  );
}
