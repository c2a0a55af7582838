import { describe, expect, test } from 'vitest';
import { holdsName, nameDiffersMessage } from './signer-name.ts';

const LONG = `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(5)}Senior Junior Maximilian`.slice(0, 200);

const accepted: readonly (readonly [what: string, name: string, typed: string])[] = [
  ['the same', 'Maria Gonzalez', 'Maria Gonzalez'],
  ['in small letters', 'Maria Gonzalez', 'maria gonzalez'],
  ['in capital letters', 'Maria Gonzalez', 'MARIA GONZALEZ'],
  ['with more blanks', 'Maria Gonzalez', '  Maria \t  Gonzalez '],
  ['with a no-break space', 'Maria Gonzalez', 'Maria\u00a0Gonzalez'],
  ['with an accent that the record lacks', 'Maria Gonzalez', 'María González'],
  ['without the accent of the record', 'José Muñoz', 'Jose Munoz'],
  ['with the accent as a character of its own', 'José Muñoz', 'Jose\u0301 Mun\u0303oz'],
  ['with a middle name', 'Maria Gonzalez', 'Maria Luisa Gonzalez'],
  ['with a middle initial', 'Maria Gonzalez', 'Maria L. Gonzalez'],
  ['with a title before', 'Maria Gonzalez', 'Dr. Maria Gonzalez'],
  ['with two titles before', 'Maria Gonzalez', 'Prof. Dr. Maria Gonzalez'],
  ['with a degree after', 'Maria Gonzalez', 'Maria Gonzalez, M.D.'],
  ['with a comma between', 'Maria Gonzalez', 'Maria, Gonzalez'],
  ['with a straight apostrophe', 'Ana O’Neil', "Ana O'Neil"],
  ['without the apostrophe', 'Ana O’Neil', 'Ana ONeil'],
  ['with a blank for the apostrophe', 'Ana O’Neil', 'Ana O Neil'],
  ['with an apostrophe that the record lacks', 'Ana ONeil', 'Ana O’Neil'],
  ['with a blank for the hyphen', 'Anna-Maria Berg', 'Anna Maria Berg'],
  ['without the hyphen', 'Anna-Maria Berg', 'Annamaria Berg'],
  ['with another dash for the hyphen', 'Anna-Maria Berg', 'Anna–Maria Berg'],
  ['with the hyphen in one word and a blank in the other', "Anna-Maria O'Neil", 'Anna Maria ONeil'],
  ['with initials set apart', 'J.R. Smith', 'J. R. Smith'],
  ['with initials joined', 'J. R. Smith', 'J R Smith'],
  ['one word for a name of one word', 'Sukarno', 'sukarno'],
  ['more words for a name of one word', 'Sukarno', 'President Sukarno'],
  ['ß as ss', 'Jürgen Groß', 'Jurgen Gross'],
  ['ø, ł and đ without their strokes', 'Søren Łukasz Đurić', 'Soren Lukasz Duric'],
  ['æ as ae', 'Æsa Bær', 'Aesa Baer'],
  ['the Turkish dotted and dotless i', 'İpek Yıldız', 'ipek yildiz'],
  ['wide letters of an Asian keyboard', 'Maria Gonzalez', 'Ｍａｒｉａ Ｇｏｎｚａｌｅｚ'],
  ['Greek in capitals without accents', 'Νίκος Παππάς', 'ΝΙΚΟΣ ΠΑΠΠΑΣ'],
  ['Cyrillic', 'Мария Иванова', 'мария иванова'],
  ['Cyrillic with the father’s name', 'Мария Иванова', 'Мария Петровна Иванова'],
  ['Cyrillic ё as е', 'Фёдор Королёв', 'Федор Королев'],
  ['Chinese', '王小明', '王小明'],
  ['Chinese with a blank', '王小明', '王 小明'],
  ['Chinese with a title', '王小明', '王小明 先生'],
  ['Japanese', '山田 花子', '山田 花子'],
  ['Arabic', 'محمد علي', 'محمد علي'],
  ['Arabic with vowel points', 'محمد علي', 'مُحَمَّد عَلِيّ'],
  ['Arabic with a lengthened line', 'محمد علي', 'محـــمد علي'],
  ['Hebrew with points', 'שרה כהן', 'שָׂרָה כֹּהֵן'],
  ['Hangul', '김민수', '김민수'],
  ['Hangul typed as single letters', '김민수', '김민수'.normalize('NFD')],
  ['Hindi', 'राम शर्मा', 'राम शर्मा'],
  ['200 characters', LONG, LONG.toUpperCase()],
  ['a digit in the name', 'Louis 14', 'louis 14'],
  ['signs that are no letters, typed alike', '***', '***'],
  ['an emoji, typed alike', '🙂', ' 🙂 '],
];

const refused: readonly (readonly [what: string, name: string, typed: string])[] = [
  ['two words swapped', 'Maria Gonzalez', 'Gonzalez Maria'],
  ['two words swapped with a comma', 'Maria Gonzalez', 'Gonzalez, Maria'],
  ['the first word only', 'Maria Gonzalez', 'Maria'],
  ['the last word only', 'Maria Gonzalez', 'Gonzalez'],
  ['another person', 'Maria Gonzalez', 'James Okafor'],
  ['one letter less', 'Maria Gonzalez', 'Maria Gonzale'],
  ['one letter more', 'Maria Gonzalez', 'Maria Gonzalezz'],
  ['initials for words', 'Maria Gonzalez', 'M. G.'],
  ['an initial for the first word', 'Maria Gonzalez', 'M. Gonzalez'],
  ['a middle name that the record has left out', 'Maria Luisa Gonzalez', 'Maria Gonzalez'],
  ['a title that the record has left out', 'Dr. James Okafor', 'James Okafor'],
  ['the name inside of a longer word', 'Ana Li', 'Anabel Lind'],
  ['the same word once where the name has it twice', 'John John', 'John'],
  ['only spaces', 'Maria Gonzalez', '   '],
  ['nothing', 'Maria Gonzalez', ''],
  ['punctuation only', 'Maria Gonzalez', '.,-'],
  ['accents only', 'Maria Gonzalez', '\u0301\u0303'],
  ['an emoji', 'Maria Gonzalez', '🙂'],
  ['Latin letters for Cyrillic', 'Мария Иванова', 'Mariya Ivanova'],
  ['Cyrillic letters that look like Latin ones', 'Maria Gonzalez', 'Маrіа Gоnzаlеz'],
  ['another Cyrillic name', 'Мария Иванова', 'Мария Петрова'],
  ['a part of a Chinese name', '王小明', '小明'],
  ['another Chinese name', '王小明', '王大明'],
  ['a part of an Arabic name', 'محمد علي', 'محمد'],
  ['another Hangul name', '김민수', '김민지'],
  ['another vowel in Hindi', 'राम', 'रीम'],
  ['no vowel in Hindi', 'राम', 'रम'],
  ['a Japanese syllable without its mark', 'がか', 'かか'],
  ['a name of another writing', '王小明', 'Wang Xiaoming'],
  ['anything for a name without letters', '***', 'Maria Gonzalez'],
  ['other signs for a name without letters', '***', '**'],
  ['nothing for a name without letters', '***', ''],
  ['nothing for an empty name', '', ''],
  ['anything for an empty name', ' ', 'Maria'],
  ['200 characters without the last word', LONG, LONG.slice(0, LONG.lastIndexOf(' '))],
];

describe('Comparison of the typed name with the signer’s name', () => {
  test.each(accepted)('%s: the name “%s” accepts the typed text “%s”', (_what, name, typed) => {
    expect(holdsName(typed, name)).toBe(true);
  });

  test.each(refused)('%s: the name “%s” refuses the typed text “%s”', (_what, name, typed) => {
    expect(holdsName(typed, name)).toBe(false);
  });

  test('a typed text of 200 characters in many pieces is refused like any other wrong text', () => {
    expect(holdsName('a '.repeat(100), `${'a'.repeat(99)}b`)).toBe(false);
    expect(holdsName(`${'a.'.repeat(99)}b`, 'a'.repeat(200))).toBe(false);
  });

  test('the refusal message contains the name of the signer', () => {
    expect(nameDiffersMessage('Ana O’Neil')).toBe('Type your name as it stands on the document: Ana O’Neil.');
  });
});
