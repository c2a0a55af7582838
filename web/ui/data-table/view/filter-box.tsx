import { CloseButton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../../../kernel/preferences.ts';
import type { TableFilter } from '../state/table-props.ts';
import { isTyping } from '../state/use-row-keys.ts';
import type { TableState } from '../state/use-table-state.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './toolbar.module.css';

// The default box truncates placeholders longer than this many characters.
const LONG = 44;

type Props = TableFilter & { id: string; label: string; state: TableState };

export function FilterBox({ id, label, placeholder, takesFocus = false, state }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hint = `${id}-hint`;
  const short = state.text.trim() !== '' && state.text.trim().length < state.minimum;
  useSlashToFocus(input);
  useFirstFocus(input, takesFocus);

  return (
    <div className={classes.filter} data-long={placeholder.length > LONG || undefined}>
      <TextInput
        ref={input}
        id={id}
        type="search"
        data-table-filter
        size="sm"
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={state.minimum > 0 ? hint : undefined}
        autoComplete="off"
        spellCheck={false}
        value={state.text}
        onChange={(event) => state.setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={
          state.text !== '' && (
            <CloseButton
              size="sm"
              aria-label={tableTexts.removeFilter(state.text)}
              onClick={() => {
                state.setText('');
                input.current?.focus();
              }}
            />
          )
        }
      />
      {state.minimum > 0 && (
        <Text id={hint} size="xs" c="dimmed" className={classes.filterHint} data-shown={short || undefined}>
          {tableTexts.typeMore(state.minimum)}
        </Text>
      )}
    </div>
  );
}

/** Not on touch devices, where the focus would open the keyboard over the page. */
function useFirstFocus(input: { current: HTMLInputElement | null }, takesFocus: boolean) {
  useEffect(() => {
    if (takesFocus && matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
  }, [input, takesFocus]);
}

/** '/' focuses the filter of the first table on the page, unless the user is typing or has switched shortcuts off. */
function useSlashToFocus(input: { current: HTMLInputElement | null }) {
  const { shortcuts } = usePreferences();

  useEffect(() => {
    if (!shortcuts) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.target instanceof HTMLElement && isTyping(event.target);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || busy || event.defaultPrevented) return;
      if (document.querySelector('[data-table-filter]') !== input.current) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [shortcuts, input]);
}
