import { API_KEYS_PER_PAGE, type ApiKey, type ApiKeyState, listApiKeys } from '@vialkeep/contract/api-keys.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, dayColumn, type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { apiKeysTexts as texts } from './api-keys.texts.ts';
import classes from './api-keys-card.module.css';
import { MakeKey } from './make-key.modal.tsx';
import { ReplaceKey } from './replace-key.modal.tsx';
import { RevokeKey } from './revoke-key.modal.tsx';
import { ShowKey } from './show-key.modal.tsx';
import { UsePerDay, words } from './use-per-day.tsx';

const tones = {
  active: 'done',
  replaced: 'waiting',
  revoked: 'none',
  ended: 'none',
} as const satisfies Record<ApiKeyState, StatusLabel['tone']>;

const fixed = { sort: false } as const;

/** The site and the owner are shown where there can be several. */
const columnsFor = (hasSites: boolean, hasOwners: boolean) => [
  customColumn<ApiKey>(texts.name, ({ name, prefix }) => <TwoLines first={name} second={`${prefix}_…`} />, {
    ...fixed,
    value: ({ name }) => name,
  }),
  statusColumn<ApiKey>(texts.state, ({ state }) => ({ text: texts.states[state], tone: tones[state] }), fixed),
  textColumn<ApiKey>(texts.scopes, ({ scopes }) => scopes.map((scope) => texts.scopeNames[scope]).join(', '), {
    ...fixed,
    width: 260,
  }),
  ...(hasSites ? [textColumn<ApiKey>(texts.site, ({ domain }) => domain.name, fixed)] : []),
  ...(hasOwners ? [textColumn<ApiKey>(texts.owner, ({ owner }) => owner.name, fixed)] : []),
  customColumn<ApiKey>(texts.use, ({ days }) => <UsePerDay days={days} />, {
    ...fixed,
    value: ({ days }) => words(days),
  }),
  customColumn<ApiKey>(texts.lastUsed, LastUsed, { ...fixed, value: ({ last_used_at }) => last_used_at ?? '' }),
  dayColumn<ApiKey>(texts.ends, ({ dies_at, expires_on }) => dies_at ?? expires_on, fixed),
];

/** The keys that the user can see, with their use. */
export function ApiKeysCard() {
  const notices = useNotices();
  const state = useTableState({ pageSize: API_KEYS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const keys = useApi(listApiKeys, { query: { limit: state.pageSize, offset: state.offset } }, { keepPrevious: true });
  const [isMaking, setMaking] = useState(false);
  const [replacing, setReplacing] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const show = (made: string) => {
    setMaking(false);
    setReplacing(null);
    setSecret(made);
  };
  const actionsOf = (key: ApiKey): RowAction[] => [
    ...(key.may.includes('replace') ? [{ label: texts.replace, onSelect: () => setReplacing(key) }] : []),
    ...(key.may.includes('revoke') ? [{ label: texts.revoke, danger: true, onSelect: () => setRevoking(key) }] : []),
  ];
  return (
    <Card
      title={texts.keys}
      note={keys.data && texts.note(keys.data.calls_per_minute)}
      flush
      actions={
        <Button kind="primary" disabled={!keys.data} onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <DataTable
        name="api-keys"
        label={texts.keys}
        page={keys}
        state={state}
        columns={columnsFor((keys.data?.domains.length ?? 0) > 1, hasSeveralOwners(keys.data?.results ?? []))}
        rowName={({ name }) => name}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        rowMenu={actionsOf}
      />
      <MakeKey choices={isMaking ? (keys.data ?? null) : null} onMade={show} onClose={() => setMaking(false)} />
      <ReplaceKey apiKey={replacing} onMade={show} onClose={() => setReplacing(null)} />
      <RevokeKey
        apiKey={revoking}
        onRevoked={(name) => {
          setRevoking(null);
          notices.success(texts.revoked(name));
        }}
        onClose={() => setRevoking(null)}
      />
      <ShowKey secret={secret} onClose={() => setSecret(null)} />
    </Card>
  );
}

function hasSeveralOwners(keys: readonly ApiKey[]): boolean {
  return new Set(keys.map(({ owner }) => owner.id)).size > 1;
}

function LastUsed({ last_used_at, last_network }: ApiKey) {
  if (last_used_at === null) return texts.never;
  return <TwoLines first={formatDay(last_used_at)} second={last_network === null ? '' : texts.from(last_network)} />;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.lines}>
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}
