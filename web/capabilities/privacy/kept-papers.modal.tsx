import { DocumentRowId } from '@vialkeep/contract/kernel/ids.ts';
import {
  type AdministeredPrivacyRequest,
  type KeptPaper,
  listKeptPapers,
  readKeptPaper,
} from '@vialkeep/contract/privacy.ts';
import { useState } from 'react';
import classes from '../../components/privacy/privacy.module.css';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { fetchFile } from '../../kernel/api/api.ts';
import { type Failure, failureOf } from '../../kernel/api/failure.ts';
import { useApi } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { download } from '../../ui/display/csv.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { PlainSelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';

const texts = privacyTexts.administered;
const Choice = readKeptPaper.body.extend({
  paper: DocumentRowId.nullable().refine((paper) => paper !== null, texts.paperRequired),
});

type Props = { request: AdministeredPrivacyRequest | null; onClose: () => void };

/** The signed papers of an erased person; each is opened with a reason. */
export function KeptPapersModal({ request, onClose }: Props) {
  return (
    <FormModal opened={request !== null} title={texts.papersTitle} onClose={onClose}>
      {request && <KeptPapers key={request.id} request={request} onClose={onClose} />}
    </FormModal>
  );
}

function KeptPapers({ request, onClose }: { request: AdministeredPrivacyRequest; onClose: () => void }) {
  const papers = useApi(listKeptPapers, { params: { id: request.person.id } });
  return (
    <Loaded query={papers} loading={texts.papersLoading}>
      {({ results }) =>
        results.length === 0 ? (
          <p className={classes.lead}>{texts.noPapers}</p>
        ) : (
          <PaperForm papers={results} onCancel={onClose} />
        )
      }
    </Loaded>
  );
}

function PaperForm({ papers, onCancel }: { papers: readonly KeptPaper[]; onCancel: () => void }) {
  const notices = useNotices();
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const form = useSchemaForm(Choice, { reason: '', paper: papers.length === 1 ? (papers[0]?.id ?? null) : null });

  async function downloadPaper({ reason, paper }: { reason: string; paper: number | null }) {
    if (paper === null) return null;
    setRefusal(null);
    try {
      const file = await fetchFile(readKeptPaper, { params: { id: paper }, body: { reason } });
      download(file.name, file.content, 'application/pdf');
      notices.success(privacyTexts.own.downloaded(file.name));
    } catch (thrown) {
      setRefusal(failureOf(thrown));
      return null;
    }
  }

  return (
    <Form form={form} command={{ busy: false, refusal }} label={texts.papersTitle} onSubmit={downloadPaper}>
      <Fields>
        <p className={classes.lead}>{texts.papersLead}</p>
        <PlainSelectField
          name="paper"
          label={texts.paper}
          options={papers.map((paper) => ({ value: paper.id, label: labelOf(paper) }))}
          required
        />
        <TextField name="reason" label={texts.reason} maxLength={200} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.close}</Button>
        <Submit>{texts.downloadPaper}</Submit>
      </FormActions>
    </Form>
  );
}

function labelOf({ name, signed_at, kept_until }: KeptPaper): string {
  const until = formatDay(kept_until);
  return signed_at === null ? texts.paperFiled(name, until) : texts.paperSigned(name, formatDay(signed_at), until);
}
