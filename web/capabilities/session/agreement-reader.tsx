import { readAgreement } from '@vialkeep/contract/session.ts';
import { useApi } from '../../kernel/query.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.agreement;

export function AgreementReader() {
  const agreement = useApi(readAgreement, {});
  return (
    <Loaded query={agreement} loading={texts.loading} failed={texts.failed}>
      {({ notice, sections }) => <LongText notice={notice} sections={sections} contents={texts.sections} />}
    </Loaded>
  );
}
