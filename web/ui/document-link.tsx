import { documentAddress } from '../kernel/document-address.ts';
import { OutsideLink } from './link.tsx';

type Props = {
  document: { document_id: string; status: string };
  /** What is shown for it, as a link where there is something to open. */
  children: string;
};

/** A document by its name: only what is completed has a file. */
export function DocumentLink({ document, children }: Props) {
  if (document.status !== 'Completed') return children;
  return <OutsideLink href={documentAddress(document.document_id)}>{children}</OutsideLink>;
}
