import { readAgreement } from '@vialkeep/contract/session.ts';
import { useApi } from '../../kernel/api/query.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { frameTexts } from './frame.texts.ts';

const texts = frameTexts.agreement;

export function AgreementReader() {
  const agreement = useApi(readAgreement, {});
  return (
    <Loaded query={agreement} loading={texts.loading} failed={texts.failed}>
      {({ notice, sections }) => <LongText notice={notice} sections={sections} contents={texts.sections} />}
    </Loaded>
  );
}
