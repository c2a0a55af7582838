import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconCheck, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import type { SavedView } from '../state/table-memory.ts';
import type { ColumnMemory } from '../state/use-column-memory.ts';
import { tableTexts } from '../table.texts.ts';
import { ToolButton } from './tool-button.tsx';
import classes from './toolbar.module.css';

type Props<Row> = { memory: ColumnMemory<Row>; current: string | null };

/** Named sets of filters, order and columns. One of them can open at each visit. */
export function SavedViews<Row>({ memory, current }: Props<Row>) {
  const [opened, setOpened] = useState(false);
  const used = memory.views.find((view) => view.id === current);

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ToolButton icon={IconBookmark} onClick={() => setOpened(!opened)}>
          {used?.name ?? tableTexts.savedViews}
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={tableTexts.savedViews}>
        <Stack gap="xs">
          {memory.views.length === 0 && (
            <Text size="sm" c="dimmed">
              {tableTexts.noViews}
            </Text>
          )}
          <ul className={classes.views}>
            {memory.views.map((view) => (
              <View
                key={view.id}
                view={view}
                memory={memory}
                isCurrent={view.id === current}
                onUse={() => {
                  memory.use(view);
                  setOpened(false);
                }}
              />
            ))}
          </ul>
          <SaveView onSave={memory.save} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type ViewProps<Row> = { view: SavedView; memory: ColumnMemory<Row>; isCurrent: boolean; onUse: () => void };

function View<Row>({ view, memory, isCurrent, onUse }: ViewProps<Row>) {
  const starts = memory.startsWith === view.id;
  const Star = starts ? IconStarFilled : IconStar;
  return (
    <li className={classes.view}>
      <UnstyledButton className={classes.viewName} onClick={onUse} aria-current={isCurrent || undefined}>
        {isCurrent && <IconCheck size={14} stroke={2} aria-hidden />}
        {view.name}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={starts ? tableTexts.startsHere(view.name) : tableTexts.startHere(view.name)}
        onClick={() => memory.startWith(starts ? null : view)}
      >
        <Star size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={tableTexts.removeView(view.name)}
        onClick={() => memory.remove(view)}
      >
        <IconTrash size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    // Must not submit a form around the table.
    event.stopPropagation();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          label={tableTexts.saveView}
          placeholder={tableTexts.viewName}
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {tableTexts.save}
        </Button>
      </Group>
    </form>
  );
}
