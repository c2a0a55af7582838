const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
];
let text = '%PDF-1.7\n';
const places = objects.map((object, at) => {
  const place = text.length;
  text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  return `${String(place).padStart(10, '0')} 00000 n \n`;
});
const start = text.length;
text += `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;

/** A readable PDF with one empty page. */
export const smallPdf = Buffer.from(text, 'latin1');
