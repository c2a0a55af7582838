import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Listing } from '../../ui/data-table/state/table-props.ts';
import { Card } from '../../ui/layout/card.tsx';
import { serverColumns, wideColumns } from './kit.columns.tsx';
import { KitFrame } from './kit-frame.tsx';
import { kitEmpty, kitFailed, kitWaiting, loadedWith } from './kit-listing.ts';
import { type KitPerson, kitPeople } from './kit-people.ts';

const some = loadedWith(kitPeople.slice(0, 4));
const everybody = loadedWith([...kitPeople]);

export function KitStatesScreen() {
  return (
    <KitFrame title="Table states">
      <Sample title="Waiting" query={kitWaiting} />
      <Sample title="Could not be loaded" query={kitFailed} />
      <Sample title="Never had anything" query={kitEmpty} hint="They appear here after a New Patient Processing Fee." />
      <Sample title="On its way again" query={{ ...some, isFetching: true }} />
      <Sample title="Could not be renewed" query={{ ...some, isError: true }} />
      <DataTable
        name="kit-wide"
        scope="wide"
        label="Transactions"
        query={everybody}
        pageSize={8}
        columns={wideColumns}
        texts={{ loading: 'Loading transactions...' }}
        rowName={(person) => `transaction ${person.id}`}
        wide
      />
    </KitFrame>
  );
}

type SampleProps = { title: string; query: Listing<KitPerson[]>; hint?: string };

function Sample({ title, query, hint }: SampleProps) {
  return (
    <Card title={title} flush>
      <DataTable
        name={`kit-${title}`}
        scope={title.slice(0, 1)}
        label={title}
        query={query}
        pageSize={5}
        columns={serverColumns}
        texts={{ loading: 'Loading users...' }}
        rowName={(person) => person.name}
        emptyHint={hint}
        emptyAction={hint && <Button>New Patient Processing Fee</Button>}
      />
    </Card>
  );
}
