import {
  listDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
  WEBHOOKS_PER_PAGE,
  type WebhookEndpoint,
  type WebhookState,
} from '@vialkeep/contract/webhooks.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { ChangeWebhook } from './change-webhook.modal.tsx';
import { Deliveries } from './deliveries.modal.tsx';
import { MakeWebhook } from './make-webhook.modal.tsx';
import { RemoveWebhook } from './remove-webhook.modal.tsx';
import { ReplaceSecret } from './replace-secret.modal.tsx';
import { ShowSecret } from './show-secret.modal.tsx';
import classes from './webhooks.module.css';
import { webhooksTexts as texts } from './webhooks.texts.ts';

const tones = {
  enabled: 'done',
  disabled: 'none',
  gone: 'failed',
  failing: 'failed',
} as const satisfies Record<WebhookState, StatusLabel['tone']>;

const fixed = { sort: false } as const;

/** The owner is shown where there can be several. */
const columnsFor = (showsOwners: boolean) => [
  customColumn<WebhookEndpoint>(texts.address, Address, { ...fixed, value: ({ url }) => url }),
  statusColumn<WebhookEndpoint>(texts.state, ({ state }) => ({ text: texts.states[state], tone: tones[state] }), fixed),
  textColumn<WebhookEndpoint>(texts.types, ({ types }) => types.map((type) => texts.typeNames[type]).join(', '), fixed),
  ...(showsOwners ? [textColumn<WebhookEndpoint>(texts.owner, ({ owner }) => owner.name, fixed)] : []),
];

type Open = { readonly kind: 'change' | 'replace' | 'remove' | 'deliveries'; readonly endpoint: WebhookEndpoint };

/** The webhook endpoints that the user can see, with their delivery logs. */
export function WebhooksCard() {
  const notices = useNotices();
  const state = useTableState({ pageSize: WEBHOOKS_PER_PAGE, scope: 'w' });
  const query = { limit: state.pageSize, offset: state.offset };
  const endpoints = useApi(listWebhooks, { query }, { keepPrevious: true });
  const [isMaking, setMaking] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const update = useCommand(updateWebhook, { refreshes: [listWebhooks] });
  const sendTest = useCommand(testWebhook, { refreshes: [listDeliveries] });
  const show = (made: string) => {
    setMaking(false);
    setOpen(null);
    setSecret(made);
  };
  const close = () => setOpen(null);
  const closeWith = (text: string) => {
    close();
    notices.success(text);
  };
  const switchTo = async (endpoint: WebhookEndpoint, enabled: boolean) => {
    const done = await update.run({ params: { id: endpoint.id }, body: { enabled } });
    if (done) notices.success(enabled ? texts.enabled(endpoint.url) : texts.disabled(endpoint.url));
  };
  const actionsFor = (endpoint: WebhookEndpoint): RowAction[] => {
    const { may } = endpoint;
    const isOwn = may.includes('replace_secret');
    return [
      ...(may.includes('test')
        ? [
            {
              label: texts.test,
              onSelect: () =>
                void sendTest
                  .run({ params: { id: endpoint.id } })
                  .then((done) => done && notices.success(texts.tested)),
            },
          ]
        : []),
      ...(isOwn ? [{ label: texts.change, onSelect: () => setOpen({ kind: 'change', endpoint }) }] : []),
      endpoint.state === 'enabled'
        ? { label: texts.disable, onSelect: () => void switchTo(endpoint, false) }
        : { label: texts.enable, onSelect: () => void switchTo(endpoint, true) },
      ...(isOwn ? [{ label: texts.replace, onSelect: () => setOpen({ kind: 'replace', endpoint }) }] : []),
      { label: texts.remove, danger: true, onSelect: () => setOpen({ kind: 'remove', endpoint }) },
    ];
  };
  const endpointOf = (kind: Open['kind']) => (open?.kind === kind ? open.endpoint : null);
  return (
    <Card
      title={texts.webhooks}
      note={texts.note}
      flush
      actions={
        <Button kind="primary" disabled={!endpoints.data} onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <DataTable
        name="webhooks"
        label={texts.webhooks}
        page={endpoints}
        state={state}
        columns={columnsFor(hasOwners(endpoints.data?.results ?? []))}
        rowName={({ url }) => url}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        rowInline={(endpoint) => (
          <Button size="xs" onClick={() => setOpen({ kind: 'deliveries', endpoint })}>
            {texts.deliveries}
            <span className="visually-hidden"> {endpoint.url}</span>
          </Button>
        )}
        rowMenu={actionsFor}
      />
      <MakeWebhook opened={isMaking} onMade={show} onClose={() => setMaking(false)} />
      <ChangeWebhook
        endpoint={endpointOf('change')}
        onChanged={(url) => closeWith(texts.changed(url))}
        onClose={close}
      />
      <ReplaceSecret endpoint={endpointOf('replace')} onReplaced={show} onClose={close} />
      <RemoveWebhook
        endpoint={endpointOf('remove')}
        onRemoved={(url) => closeWith(texts.removed(url))}
        onClose={close}
      />
      <Deliveries endpoint={endpointOf('deliveries')} onClose={close} />
      <ShowSecret secret={secret} onClose={() => setSecret(null)} />
    </Card>
  );
}

function hasOwners(endpoints: readonly WebhookEndpoint[]): boolean {
  return new Set(endpoints.map(({ owner }) => owner.id)).size > 1;
}

function Address({ url, description, state, failing_since }: WebhookEndpoint) {
  const isFailing = failing_since !== null && state === 'enabled';
  const second = isFailing ? texts.failingSince(formatDay(failing_since)) : description;
  return (
    <span className={classes.lines}>
      <span className={classes.address}>{url}</span>
      {second !== '' && <span className={classes.second}>{second}</span>}
    </span>
  );
}
