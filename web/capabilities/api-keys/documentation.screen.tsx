import { KeyScope } from '@vialkeep/contract/api-keys.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { DownloadLink, LinkButton } from '../../ui/actions/link.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { apiKeysTexts } from './api-keys.texts.ts';
import classes from './code-sample.module.css';
import { CodeSample } from './code-sample.tsx';
import { documentationTexts as texts } from './documentation.texts.ts';
import { scopeCalls } from './scope-calls.generated.ts';

const CLIENT = '/api/client.tgz';

/** How a program calls this site: a first call, what each scope opens, and the rules of writing, limits and webhooks. */
export function DocumentationScreen() {
  return (
    <Screen title={texts.title} actions={<LinkButton to={linkTo(addresses.connections)}>{texts.back}</LinkButton>}>
      <FirstCall />
      <Card title={texts.pages.title}>
        <p>{texts.pages.lists}</p>
        <CodeSample label={texts.pages.title}>{texts.pages.listSample}</CodeSample>
        <p>{texts.pages.refusals}</p>
      </Card>
      <Card title={texts.writes.title}>
        <p>{texts.writes.note}</p>
        <CodeSample label={texts.writes.title}>{texts.writes.sample}</CodeSample>
        <p>{texts.writes.keep}</p>
      </Card>
      <Card title={texts.limits.title}>
        <p>{texts.limits.note}</p>
        <p>{texts.limits.wait}</p>
      </Card>
      <Webhooks />
      <Card title={texts.scopes.title} note={texts.scopes.note}>
        {KeyScope.options.map((scope) => (
          <Scope key={scope} scope={scope} />
        ))}
      </Card>
    </Screen>
  );
}

function FirstCall() {
  const { first } = texts;
  const { origin } = location;
  return (
    <Card title={first.title} actions={<DownloadLink href={CLIENT}>{first.download}</DownloadLink>}>
      <p>{first.key}</p>
      <p>{first.curl}</p>
      <CodeSample label={first.curl}>{first.curlSample(origin)}</CodeSample>
      <p>{first.client}</p>
      <CodeSample label={first.install}>{first.installSample(origin)}</CodeSample>
      <CodeSample label={first.client}>{first.clientSample(origin)}</CodeSample>
      <p>{first.keep}</p>
    </Card>
  );
}

function Webhooks() {
  const { webhooks } = texts;
  return (
    <Card title={webhooks.title}>
      <p>{webhooks.note}</p>
      <CodeSample label={webhooks.title}>{webhooks.sample}</CodeSample>
      <ol>
        {webhooks.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{webhooks.missed}</p>
    </Card>
  );
}

function Scope({ scope }: { scope: KeyScope }) {
  const calls = scopeCalls[scope];
  return (
    <section>
      <h3 className={classes.scope}>
        {apiKeysTexts.scopeNames[scope]} <code>{scope}</code>
      </h3>
      <ul className={classes.calls}>
        {calls.map(([call, summary]) => (
          <li key={call}>
            <code>{call}</code> {summary}
          </li>
        ))}
      </ul>
    </section>
  );
}
