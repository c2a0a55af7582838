import {
  exportSample,
  type OpenInspection,
  readSample,
  type SampleFile,
  type VerifiedSample,
  verifySample,
} from '@vialkeep/contract/inspections.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { TextLink } from '../../ui/actions/link.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts } from './inspections.texts.ts';
import { ChangeList, CustodyList, DocumentList, OpeningList, VialList } from './sample-parts.tsx';
import { VerifiedCard } from './verified-card.tsx';

const texts = inspectionsTexts.sample;

type Props = { id: number; inspection: OpenInspection };

/** The whole file of one sample, with Verify and Export. */
export function SampleFileView({ id, inspection }: Props) {
  const file = useApi(readSample, { params: { id } });
  return (
    <Screen title={texts.title(file.data?.sample.name ?? `#${id}`)}>
      <p className={classes.back}>
        <TextLink to={linkTo(addresses.inspection)}>{texts.back}</TextLink>
      </p>
      <Loaded query={file} loading={texts.loading} failed={texts.failed}>
        {(answer) => <Parts id={id} file={answer} inspection={inspection} />}
      </Loaded>
    </Screen>
  );
}

function Parts({ id, file, inspection }: Props & { file: SampleFile }) {
  const [tab, setTab] = useState('custody');
  const [verified, setVerified] = useState<VerifiedSample | null>(null);
  const notices = useNotices();
  const verifying = useCommand(verifySample, {
    onDone: setVerified,
    onRefused: ({ message }) => notices.error(message),
  });
  return (
    <>
      <Card
        title={file.sample.name}
        actions={
          <>
            <Button
              busy={verifying.busy}
              busyText={texts.verifying}
              onClick={() => void verifying.run({ params: { id } })}
            >
              {texts.verify}
            </Button>
            <DownloadButton route={exportSample} input={{ params: { id } }}>
              {texts.export}
            </DownloadButton>
          </>
        }
      >
        <Facts
          facts={[
            [texts.patient, `#${file.sample.id}`],
            [texts.vials, texts.vialCounts(formatCount(file.vials_available), formatCount(file.vials_shipped))],
          ]}
        />
      </Card>
      {verified && <VerifiedCard verified={verified} />}
      <Tabs
        label={texts.parts}
        at={tab}
        onChange={setTab}
        tabs={[
          { name: 'custody', title: texts.custody, content: <CustodyList file={file} /> },
          { name: 'vials', title: texts.vialList, content: <VialList file={file} /> },
          {
            name: 'documents',
            title: texts.documents,
            content: <DocumentList file={file} inspection={inspection} />,
          },
          { name: 'changes', title: texts.changes, content: <ChangeList file={file} /> },
          { name: 'openings', title: texts.openings, content: <OpeningList file={file} /> },
        ]}
      />
    </>
  );
}
