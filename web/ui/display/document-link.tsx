import { documentAddress, supplementAddress } from '../../kernel/api/document-address.ts';
import { OutsideLink } from '../actions/link.tsx';

type Props = {
  document: { document_id: string; status: string; has_supplement?: boolean | undefined };
  /** The displayed text; a link if there is a file to open. */
  children: string;
};

/**
 * A document by its name. Only a completed document has a file, and some files have a supplement to their certificate.
 */
export function DocumentLink({ document, children }: Props) {
  if (document.status !== 'Completed') return children;
  return (
    <>
      <OutsideLink href={documentAddress(document.document_id)}>{children}</OutsideLink>
      {document.has_supplement && <SupplementLink file={document.document_id} of={children} />}
    </>
  );
}

/** Shown beside the document. Its accessible name includes the document's. */
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
