import { documentAddress, supplementAddress } from '../../kernel/api/document-address.ts';
import { OutsideLink } from '../actions/link.tsx';

type Props = {
  document: { document_id: string; status: string; has_supplement?: boolean | undefined };
  /** What is shown for it, as a link where there is something to open. */
  children: string;
};

/** A document by its name: only what is completed has a file, and some files have a page that completes their certificate. */
export function DocumentLink({ document, children }: Props) {
  if (document.status !== 'Completed') return children;
  return (
    <>
      <OutsideLink href={documentAddress(document.document_id)}>{children}</OutsideLink>
      {document.has_supplement && <SupplementLink file={document.document_id} of={children} />}
    </>
  );
}

/** Stands beside the document. Read aloud, it says which document it belongs to. */
export function SupplementLink({ file, of }: { file: string; of?: string }) {
  return (
    <>
      {' · '}
      <OutsideLink href={supplementAddress(file)}>
        Supplement
        {of && <span className="visually-hidden"> to the certificate of {of}</span>}
      </OutsideLink>
    </>
  );
}
