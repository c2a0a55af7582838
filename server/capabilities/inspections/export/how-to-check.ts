import type { Domain } from '../../../kernel/domains.ts';

/** The text file that tells the reader of an export how to check it without the portal. */
export function howToCheck({ brand, url, supportEmail }: Domain): string {
  return `How to check this file
======================

1. Unpack the ZIP into an empty folder and open a terminal there.

2. Are all files as they were exported?
     sha256sum -c SHA256SUMS
   Every line must end with OK. manifest.json lists the same files with their sizes.

3. Was the list of hashes signed by ${brand}?
     openssl cms -verify -binary -inform DER -in manifest.p7s -content SHA256SUMS \\
       -CAfile certificates/seal-authority.pem -purpose any -out /dev/null
   The answer must be: CMS Verification successful
   Compare the certificate with the one that ${brand} gives you by another way, such as by phone (${supportEmail}).

4. Are the PDF files sealed, and is each byte as it was?
     pdfsig -nocert summary.pdf
     for file in documents/*.pdf; do pdfsig -nocert "$file"; done
   A file that was signed here says: Signature is Valid. Total document signed
   Any PDF can also be dropped on ${url}/verify

5. Since when do the documents exist?
     openssl ts -verify -in documents/NAME.pdf.tsr -data documents/NAME.pdf \\
       -CAfile certificates/time-stamp-authority.pem
   A time stamp of an outside authority needs the certificate of that authority instead.
`;
}
