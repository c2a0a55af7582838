/** Returns a readable PDF with one empty page, padded by this many bytes. */
export function onePagePdf(bytes = 0): Buffer {
  const filling = 'x'.repeat(bytes);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
    `<< /Length ${filling.length} >>\nstream\n${filling}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
