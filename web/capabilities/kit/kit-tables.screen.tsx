import { IconEye, IconKey, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { personColumns, serverColumns } from './kit.columns.tsx';
import { KitFrame } from './kit-frame.tsx';
import { loadedWith, useKitServer } from './kit-listing.ts';
import { type KitPerson, kitMemberships, kitPeople } from './kit-people.ts';

const PER_PAGE = 10;
const WAIT_MS = 500;
const everybody = loadedWith([...kitPeople]);

export function KitTablesScreen() {
  return (
    <KitFrame title="Tables">
      <BrowserTable />
      <ServerTable />
    </KitFrame>
  );
}

function BrowserTable() {
  const notices = useNotices();
  const [gone, setGone] = useState<readonly number[]>([]);
  const people = gone.length === 0 ? everybody : loadedWith(kitPeople.filter((person) => !gone.includes(person.id)));
  const menu = (person: KitPerson): RowAction[] => [
    { label: 'View User Info', icon: <IconEye size={16} />, to: linkTo(addresses.kitForms) },
    { label: 'Change Password', icon: <IconKey size={16} />, onSelect: () => notices.success(person.name) },
    { label: 'Login as User', onSelect: () => undefined, disabled: 'Not for this account.' },
    {
      label: 'Delete User',
      icon: <IconTrash size={16} />,
      danger: true,
      onSelect: () => setGone([...gone, person.id]),
    },
  ];

  return (
    <DataTable
      name="kit-people"
      label="People"
      query={people}
      pageSize={PER_PAGE}
      columns={personColumns}
      texts={{ loading: 'Loading users...' }}
      rowName={(person) => person.name}
      rowLink={(person) => linkTo(addresses.kitForms, {}, { person: person.id })}
      rowMenu={menu}
      filter={{ placeholder: 'Type to filter by ID - Name - Email - Company', matches: personMatches }}
      filters={[
        {
          key: 'membership',
          label: 'Membership',
          options: kitMemberships,
          matches: (person, value) => String(person.membership) === value,
        },
        {
          key: 'state',
          label: 'State',
          options: ['Pending', 'Completed', 'Failed', 'Shipped'].map((value) => ({ value, label: value })),
          matches: (person, value) => person.state === value,
        },
      ]}
      bulk={[
        { label: 'Add tag', onSelect: (rows) => notices.success(`${rows.length} tagged`) },
        {
          label: 'Deactivate',
          danger: true,
          onSelect: (rows) => setGone([...gone, ...rows.map((person) => person.id)]),
        },
      ]}
      export={{ label: 'Download CSV', file: 'people.csv', holds: ['page', 'filtered', 'everything'] }}
      summary={`Total Records: ${formatCount(kitPeople.length)}`}
    />
  );
}

function ServerTable() {
  const state = useTableState({ scope: 'server', pageSize: PER_PAGE, debounce: WAIT_MS, minimum: 4 });
  return (
    <DataTable
      name="kit-server"
      label="People on the server"
      page={useKitServer(state)}
      state={state}
      columns={serverColumns}
      texts={{ loading: 'Loading users...' }}
      rowName={(person) => person.name}
      rowInline={() => <Button size="xs">View</Button>}
      filter={{ placeholder: 'Search' }}
      filters={[{ key: 'membership', label: 'Membership', options: kitMemberships }]}
      views={false}
    />
  );
}

function personMatches(person: KitPerson, text: string): boolean {
  return `${person.id} ${person.name} ${person.email} ${person.company}`.toLowerCase().includes(text.toLowerCase());
}
