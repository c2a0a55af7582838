import { expect, test } from 'vitest';
import { type LetterContent, renderEmail } from './email-layout.ts';

const content: LetterContent = {
  brand: 'Vialkeep',
  colour: '#0b7285',
  heading: 'Your new password',
  paragraphs: ['Good morning, Ana.', 'It works for 60 minutes.\nThen ask again.'],
  button: { label: 'Log in', url: 'https://vialkeep.test/?redirect=password&from=mail' },
  code: 'KX4P-9TQM',
  footer: 'Vialkeep, support@vialkeep.test',
};

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><svg onload=alert(1)>',
  '</title><body onload=alert(1)>',
  '<!--',
  '&lt;script&gt;',
  '<a href="javascript:alert(1)">here</a>',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '\u202e<b>drow\u0000ssap</b>',
];

/** The visible text: without tags, with entities decoded. */
function seen(html: string) {
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function tags(html: string) {
  return html.match(/<[^>]*>/g);
}

test('the text version contains everything that the HTML email shows', () => {
  expect(renderEmail(content).text).toBe(`Vialkeep

Your new password

Good morning, Ana.

It works for 60 minutes.
Then ask again.

    KX4P-9TQM

Log in:
https://vialkeep.test/?redirect=password&from=mail

----------------------------------------
Vialkeep, support@vialkeep.test
`);
});

test('an email loads nothing from elsewhere', () => {
  const { html } = renderEmail(content);
  expect(html).not.toMatch(/<(img|link|script|iframe|object|form)\b|@import|url\(|@font-face/i);
  expect(html.match(/https?:\/\/[^"<]+/g)).toEqual(
    Array(2).fill('https://vialkeep.test/?redirect=password&amp;from=mail'),
  );
});

test.each(hostile)('%j stays text in every position', (name) => {
  const plain = renderEmail({ ...content, paragraphs: ['x', 'x'], brand: 'x', heading: 'x', code: 'x', footer: 'x' });
  const { html } = renderEmail({
    ...content,
    brand: name,
    heading: name,
    paragraphs: [name, name],
    button: { label: name, url: 'https://vialkeep.test/?redirect=password&from=mail' },
    code: name,
    footer: name,
  });
  expect(tags(html)).toEqual(tags(plain.html));
  const shown = name.replace(/[\u202e\0]/g, ' ').trim();
  expect(seen(html).split(shown)).toHaveLength(9);
});

test('the five markup characters are written as entities', () => {
  const { html, text } = renderEmail({ ...content, heading: `"><img src='x'>&` });
  expect(html).toContain('&quot;&gt;&lt;img src=&#39;x&#39;&gt;&amp;');
  expect(text).toContain(`"><img src='x'>&`);
});

test('a hostile address or colour changes neither link nor style', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,<script>', '/relative', 'https://', '']) {
    expect(() => renderEmail({ ...content, button: { label: 'Log in', url } })).toThrow('web address');
  }
  const quoted = renderEmail({ ...content, button: { label: 'Log in', url: 'https://vialkeep.test/"><script>' } });
  expect(quoted.html).not.toContain('<script');
  const { html } = renderEmail({ ...content, colour: 'red;}</style><script>alert(1)</script>' });
  expect(html).not.toContain('<script');
  expect(html).not.toContain('red;');
});

test('the label of the button is readable on a light colour and on a dark one', () => {
  expect(renderEmail({ ...content, colour: '#ffd43b' }).html).toContain('color:#111827;text-decoration:none');
  expect(renderEmail({ ...content, colour: '#0b3d91' }).html).toContain('color:#ffffff;text-decoration:none');
});

test('an email without a code and a button contains neither', () => {
  const { html, text } = renderEmail({ brand: 'V', colour: '#000000', heading: 'H', paragraphs: [], footer: 'F' });
  expect(html).not.toMatch(/<a |class="ink code"|undefined/);
  expect(text).toBe(`V\n\nH\n\n${'-'.repeat(40)}\nF\n`);
});

test('an email with several actions has a button and an address for each', () => {
  const buttons = [
    { label: 'Processing', url: 'https://vialkeep.test/sign?documentId=a' },
    { label: 'Storage', url: 'https://vialkeep.test/sign?documentId=b' },
  ];
  const { text, html } = renderEmail({ ...content, button: undefined, buttons });
  for (const { label, url } of buttons) {
    expect(text).toContain(`${label}:\n${url}`);
    expect(html).toContain(`href="${url}"`);
  }
  expect(html).not.toContain('redirect=password');
});

test('a site’s logo replaces its name, and shows the name as alternative text', () => {
  const { html, text } = renderEmail({ ...content, logo: 'https://clinic.test/media/site-logos/"><b>.png' });
  expect(html).toContain('<img src="https://clinic.test/media/site-logos/&quot;&gt;&lt;b&gt;.png" alt="Vialkeep"');
  expect(text).toContain('Vialkeep');
});
