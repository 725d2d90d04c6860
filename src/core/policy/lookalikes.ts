// Characters that look like others. Unicode's own properties decide where they can: disguised ASCII by compatibility equivalence, letters of
// several alphabets in one word, alphabets that are not in use. Lists are for the rest.

/** Describes what looks like something else; null if nothing does. */
export function lookalikeIn(whole: string): string | null {
  if (isAscii(whole)) return null;
  const text = composed(whole);
  const tokens = kinds(text.split(/\s+/));
  const runs = kinds(text.match(run) ?? []);
  for (const token of tokens) {
    const sign = strangeSign(token);
    if (sign !== null) return `"${token}" has a character that only looks like another: ${numbered(sign)}.`;
  }
  const isTurkish = /[çğöşüÇĞÖŞÜİ]/.test(text);
  for (const one of runs) {
    const disguised = kindsOf(one).find((letter) => isDisguised(letter) || isOddLatin(letter, isTurkish));
    if (disguised !== undefined) return `"${one}" has a letter that only looks like another: ${numbered(disguised)}.`;
    const mixed = mixedIn(one);
    if (mixed !== null) return `"${one}" mixes alphabets: ${numbered(mixed)}.`;
    const unusual = kindsOf(one).find((letter) => letter > "\x7f" && !usual.test(letter));
    if (unusual !== undefined) return `"${one}" only looks like Latin letters: ${numbered(unusual)}.`;
  }
  // Among other words of its language, such a word is ordinary.
  if (runs.some(isForeign)) return null;
  const twin = runs.find(isTwin);
  const letter = letters(twin ?? "").find((one) => twins.has(one)) ?? "";
  return twin === undefined ? null : `"${twin}" only looks like Latin letters: ${numbered(letter)}.`;
}

/** A rule is not made of words that the person may have misread. */
export const looksLikeOthers = (text: string): boolean => lookalikeIn(text) !== null;

/**
 * Whether a wildcard may stand for it. A sentence may have any character that looks like no other; a name only letters, each word of one alphabet.
 */
export function isPlainText(text: string): boolean {
  if (isAscii(text)) return true;
  if (looksLikeOthers(text)) return false;
  if (/\s/.test(text)) return true;
  const all = letters(composed(text));
  return all.every((one, at) => one <= "\x7f" || /[\p{L}\p{M}]/u.test(one) || isAmongEastAsian(all, at));
}

/** An accent may be a separate character with the same meaning. Nothing else is composed: U+212A would silently become a K. */
const composed = (text: string): string => text.replace(/\p{L}\p{M}+/gu, (one) => one.normalize("NFC"));

/** Each once, without those that look like nothing else. */
const kinds = (words: readonly string[]): string[] => [...new Set(words)].filter((one) => !isAscii(one));

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

const letters = (text: string): string[] => [...text];

/** Each letter once, because a text may be long. */
const kindsOf = (text: string): string[] => [...new Set(text)];

const run = /[\p{L}\p{M}\p{N}]+/gu;

const numbered = (letter: string): string =>
  `${letter} is U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Fullwidth and mathematical letters are disguised ASCII, and so are ligatures and small numbers. */
const isDisguised = (letter: string): boolean =>
  letter > "\x7f" && !"…™".includes(letter) && /^[\x21-\x7e]+$/.test(letter.normalize("NFKC"));

const eastAsian =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]/u;

/** Chinese and Japanese have their own wide punctuation. */
const isAmongEastAsian = (all: readonly string[], at: number): boolean =>
  [all[at - 1], all[at], all[at + 1]].some((one) => one !== undefined && eastAsian.test(one));

/** Characters that look like those of shell syntax, paths or flags. */
const signs: ReadonlySet<string> = new Set("⁄∕╱⟋⧸∖⟍⧵⧹‐‑‒−⁃˗∙⋅‧∶꞉˸׃։⁚∣⏐│┃❘׀∼⁓〜∗⁎⋆٭❮❯˂˃꞊═♯٪‚،٫ˍ⌃ˈˊˋ՚׳״′‵");
/** Dashes are normal in sentences, but not at the beginning of a flag or a name. */
const dash = /(?:^["'(]*|[/=])([‐‑‒–—―−﹘⁃˗])+[A-Za-z]/;

function strangeSign(token: string): string | null {
  const begun = dash.exec(token)?.[1];
  if (begun !== undefined) return begun;
  const all = letters(token);
  const at = all.findIndex(
    (one, place) =>
      !/[\p{L}\p{M}\p{N}]/u.test(one) &&
      (signs.has(one) || isDisguised(one)) &&
      !isAmongEastAsian(all, place) &&
      [all[place - 1], all[place + 1]].some((next) => next !== undefined && /[\x21-\x7e]/.test(next)),
  );
  return all[at] ?? null;
}

/** A Latin letter that is neither ASCII, nor ASCII with an accent, nor an additional letter of a living language. */
const isOddLatin = (letter: string, isTurkish: boolean): boolean => {
  if (letter <= "\x7f" || !/\p{Script=Latin}/u.test(letter) || (isTurkish && letter === "ı")) return false;
  return !/^[A-Za-zßẞæÆœŒøØđĐðÐþÞłŁŋŊħĦŧŦəƏ]/.test(letter.normalize("NFD"));
};

/** The first letter of another alphabet than the first one's; null if there is only one alphabet. */
function mixedIn(word: string): string | null {
  const all = kindsOf(word);
  const isLatin = /\p{Script=Latin}/u.test(word);
  const others = all.filter((one) => one > "\x7f" && !/[\p{Script=Latin}\p{Script=Inherited}]/u.test(one));
  // Combining marks that stay separate belong to alphabets that are written with them.
  const mark = all.find((one) => /\p{Script=Inherited}/u.test(one));
  if (mark !== undefined && (isLatin || !/\p{L}/u.test(word))) return mark;
  const apart = others.filter((one) => !eastAsian.test(one));
  // East Asian languages write Latin words without spaces around them; a single foreign letter inside one is not such a word.
  if (apart.length === 0) {
    const [single] = others;
    const isSingle = single !== undefined && others.length === 1 && word.indexOf(single) === word.lastIndexOf(single);
    return isSingle && /[A-Za-z]/.test(word) ? single : null;
  }
  const [first] = apart;
  if (first !== undefined && (isLatin || others.length > apart.length)) return first;
  const scripts = usualScripts.filter((one) => apart.some((letter) => one.test(letter)));
  if (scripts.length > 1) return apart.find((letter) => scripts[1]?.test(letter)) ?? null;
  return all.every((one) => /\p{N}/u.test(one)) ? (first ?? null) : null;
}

/** The alphabets that Unicode recommends for names (UAX 31). */
const names =
  "Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan";
const usualScripts = names.split(" ").map((name) => new RegExp(`\\p{Script=${name}}`, "u"));
const usual = new RegExp(
  `${[...names.split(" "), "Latin", "Inherited"].map((name) => `\\p{Script=${name}}`).join("|")}|\\p{N}|${eastAsian.source}`,
  "u",
);

/** Alphabets that share shapes with the Latin one. */
const kin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** Letters that look like Latin ones: Cyrillic, Greek, Armenian. */
const twins: ReadonlySet<string> = new Set(
  "аАвВгеЕѕЅіІїјЈкКмМнНоОпрРсСтТуУхХьһҺԁԛԝӏѵ" + "αΑΒεΕΖηΗιΙκΚΜνΝοΟρΡτΤυΥχΧωγ" + "օՕսոհցՏԼ",
);

const isForeign = (word: string): boolean => kindsOf(word).some((letter) => kin.test(letter) && !twins.has(letter));

const isTwin = (word: string): boolean => kin.test(word) && !isForeign(word);
