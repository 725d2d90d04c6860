// Values that stand after a name like `password` or `api_key`, in any notation: an environment file, JSON, YAML, TOML, code, a flag of a command.
import type { Found } from "./found.ts";
import { looksSecret, mayBeginSecret, type Place } from "./looks-secret.ts";

/** Words that name a secret. What follows directly is not a small letter: `tokens` and `secretary` are something else. */
const telling =
  /(?:(?<![A-Za-z_.-])pass(?=["'\\]{0,6}[ \t]{0,3}[:=][ \t]{0,3}[\\]{0,6}["'])|pass_?(?:word|wd|phrase)|passwd|PASS_?(?:WORD|WD|PHRASE)|PASSWD|PASS(?![A-Za-z])|_pass|pwd|PWD|Pwd|Pass(?:word|wd|phrase|Phrase|Word)|secret|SECRET|Secret|token|TOKEN|Token|credential|CREDENTIAL|Credential|(?:api|access|private|[Pp]re_?[Ss]hared|PRE_?SHARED|secret|encryption|signing|account|auth|master|license|service|session|admin|deploy|webhook|Api|Access|Private|Secret|Encryption|Signing|Account|Auth|Master|API|ACCESS|PRIVATE|SECRET|ENCRYPTION|SIGNING|ACCOUNT|AUTH|MASTER|SERVICE|SESSION|ADMIN|DEPLOY|WEBHOOK)[_. -]?(?:key|Key|KEY))(?![a-z])/;

/** In capitals many a name ends so that holds no secret (`SORT_KEY`). */
const weak = /[A-Z0-9]_(?:KEY|SALT|PAT)(?![A-Za-z_])/;
const words = new RegExp(`${telling.source}|${weak.source}`, "g");

/** From the end of the word on: the rest of the name, quotes (escaped, too), a separator, and quotes. The value follows. */
const assigned = new RegExp(
  [
    String.raw`[A-Za-z0-9_.-]{0,40}(?:&(?:quot|#34|#39);|["'\`\\\]]){0,20}\*{0,2}[ \t]{0,8}`,
    "(?<sign>",
    // `"name": "API_KEY", "value": …`, `key="ApiKey" value=…`, and the same over two lines.
    String.raw`(?:[ \t,{]|\r?\n|\\{1,4}r?\\{0,4}n){1,24}["'\\]{0,6}(?:Parameter|default_|default(?=[ \t]{1,8}=))?(?:[Vv]alue)?(?<=[Vv]alue|default)["'\\]{0,6}[ \t]{0,3}[:=]`,
    // A type in code, before a value in quotes.
    String.raw`|:[ \t]{0,3}&?(?:'static )?[A-Za-z]{1,20}\??[ \t]{0,3}=(?=[ \t]{0,3}\\{0,15}["'\`])`,
    String.raw`|=>|:=|\?=|==?|:|,(?=[ \t]{0,3}["'\\])|>(?=[^\s<>]{1,400}<\/)|\|(?=[ \t])|\((?=\\{0,15}["'])|[ \t]is(?=[ \t])|[ \t](?=\S)`,
    ")",
    // A block of YAML begins on the next line.
    String.raw`\*{0,2}(?:[ \t]{0,3}[|>]-?(?:\r?\n|\\{1,4}n))?[ \t]{0,8}[\\]{0,15}(?:[bBrRuU](?=["']))?(?<quote>"(?:\\{0,15}"){2}|'{3}|&(?:quot|#34|#39);|["'\`]?)`,
  ].join(""),
  "y",
);

/** Without quotes in a text, as a word of a command or a line, and in quotes. */
const ends: Readonly<Record<string, RegExp>> = {
  bare: /[\s"'`\\<>,;&|)\]}]/g,
  word: /[\s"'`\\;]/g,
  line: /[\s"'`\\<>]/g,
  "'": /['\n\r]/g,
  '"': /[\\"\n\r]/g,
  "`": /[`\n\r]/g,
};
/** After three quotes or a coded one. */
const otherEnd = /[\\"'\n\r]|&(?:quot|#34|#39);/g;
const tagEnd = /[<\n\r]/g;
const MAX_VALUE = 16_000;
const JUDGED = 256;

const keyLike = new RegExp(telling.source);

/** Whether a field or a flag of this name may hold a secret. */
export function isKeyLike(name: string): boolean {
  return name.length <= 120 && keyLike.test(name);
}

/** Whether a number of this name may be a secret: numbers of tokens are none. */
export const isPasswordLike = (name: string): boolean =>
  /(?:pass_?(?:word|wd|phrase|code)|passwd|pwd|secret|pin)s?$/i.test(name);

const MAX_BEFORE = 60;

/** `cuts`: where the text was shortened, in order. A value that goes on up to there is a secret, however little of it is left. */
export function namedValues(text: string, cuts: readonly number[] = []): Found[] {
  const found: Found[] = [];
  let nextCut = 0;
  words.lastIndex = 0;
  for (let match = words.exec(text); match; match = words.exec(text)) {
    assigned.lastIndex = words.lastIndex;
    const assignment = assigned.exec(text);
    const { sign = "", quote = "" } = assignment?.groups ?? {};
    if (sign === "") continue;
    const from = assigned.lastIndex;
    const before = text.slice(Math.max(0, match.index - MAX_BEFORE), match.index);
    const name = before + match[0];
    const place = placeOf(text, { word: match[0], name, before, sign, quote, assignment: assignment?.[0] ?? "", from });
    if (place === null) continue;
    const end =
      sign === ">" ? tagEnd : quote.length > 1 ? otherEnd : (ends[quote === "" ? endWords[place] : quote] ?? otherEnd);
    // Only the beginning of what is none is looked at, however often it is named.
    const judgedTo = endOf(text, from, { end, most: JUDGED });
    while ((cuts[nextCut] ?? text.length) <= from && nextCut < cuts.length) nextCut++;
    const cut = cuts[nextCut];
    if (cut !== undefined && cut <= judgedTo && mayBeginSecret(text.slice(from, cut))) {
      found.push({ from, to: cut, kind: kindAt(place) });
      words.lastIndex = cut;
      continue;
    }
    const judged = text.slice(from, judgedTo);
    const isNumber = place === "quoted" && quote === "" && /^[0-9]{6,40}$/.test(judged);
    if (isNumber ? !isPasswordLike(match[0]) : !looksSecret(judged, place)) continue;
    const to = endOf(text, from, { end, most: MAX_VALUE });
    found.push({ from, to, kind: kindAt(place) });
    words.lastIndex = to;
  }
  return found;
}

const kindAt = (place: Place): string =>
  place === "variable" || place === "weak" ? "value of a variable" : "value after a name";

const endWords: Readonly<Record<Place, string>> = {
  variable: "word",
  flag: "word",
  line: "line",
  weak: "word",
  quoted: "bare",
  bare: "bare",
};

interface Assignment {
  /** The word that tells. */
  readonly word: string;
  /** What is before that word, with it and without. */
  readonly name: string;
  readonly before: string;
  readonly sign: string;
  readonly quote: string;
  /** All between the word and the value. */
  readonly assignment: string;
  readonly from: number;
}

/** Where the value stands; null if it is no value. */
function placeOf(text: string, { word, name, before, sign, quote, assignment, from }: Assignment): Place | null {
  const isVariable = sign === "=" && (isEnvironmentLine(name) || isShellVariable(name, assignment));
  if (weak.test(word) && !isKeyLike(word)) return isVariable ? "weak" : null;
  // In prose a space is no sign: only flags of commands, a netrc file and commands that set variables are read so.
  if (sign.trim() === "") return isFlag(before) || isNetrc(before) ? "flag" : isSetting(name) ? "variable" : null;
  if (sign === "(") return /(?:set|with)[A-Za-z]{0,20}$/i.test(before) ? "quoted" : null;
  if (sign === ">" && !/<[A-Za-z0-9:_.-]{0,40}$/.test(before)) return null;
  if (sign === ">") return /^[a-z]/.test(word) && isPasswordLike(word) && assignment === ">" ? "flag" : "line";
  if (sign === "|") return /\|[ \t]{0,8}[A-Z0-9_]{0,40}$/.test(before) ? "bare" : null;
  if (isVariable) return "variable";
  if (isFlag(before) || isNetrc(before)) return "flag";
  // `pass` alone also is a result, with a sentence; a named value may be a text of a form; in prose anything may be quoted.
  if (quote !== "") return word === "pass" || /value|default|is/i.test(sign) ? "line" : "quoted";
  if (sign === ":" && /^\\{0,4}["']/.test(assignment) && /^[0-9]/.test(text.charAt(from))) return "quoted";
  if (sign === "=" && isConnection(before, text, from)) return "flag";
  return isLine(before, text, from) || (sign === "=" && isSetLine(before, assignment)) ? "line" : "bare";
}

function endOf(text: string, from: number, { end, most }: { end: RegExp; most: number }): number {
  const last = Math.min(text.length, from + most);
  end.lastIndex = from;
  let to = end.exec(text.slice(0, last))?.index ?? last;
  // What belongs to the sentence around it.
  if (end === ends.bare) while (to > from && ".:!?".includes(text.charAt(to - 1))) to--;
  return to;
}

const flagBefore = /(?:^|[\s"'`([,])--?[A-Za-z0-9-]{0,30}$/;
const isFlag = (before: string): boolean => flagBefore.test(before);

const netrcBefore =
  /(?:login|machine)(?:\s|\\{1,4}n){1,12}[^\s\\]{1,50}(?:(?:\s|\\{1,4}n){1,12}account(?:\s|\\{1,4}n){1,12}[^\s\\]{1,50})?(?:\s|\\{1,4}n){1,12}$/;
const isNetrc = (before: string): boolean => netrcBefore.test(before);

/** `ENV API_TOKEN …`, `setenv API_TOKEN …`, `set -gx API_TOKEN …`. */
const isSetting = (name: string): boolean =>
  /(?:^|[\s"'`;]|\\n|\[[0-9;]{0,10}m)(?:ENV|setenv|set -[a-zU]{1,4})[ \t]{1,3}[A-Z0-9_]{1,60}$/.test(name);

/** `Password=…;` of a connection string. */
const isConnection = (before: string, text: string, from: number): boolean =>
  before.endsWith(";") && /^[^\s"'`\\;(){}]{6,100}(?:;|["'\\\r\n]|$)/.test(text.slice(from, from + 110));

const lineBefore = /(?:^|[\r\n"'`]|\\n|\[[0-9;]{0,10}m)[ \t]{0,16}(?:[-+] {0,3})?[A-Za-z0-9_.-]{0,50}$/;
const lineEnd = /^[^\s"'`\\<>]{8,250}[ \t]{0,8}(?:$|[\r\n"'`]|\\)/;
/** `password: …` with nothing else on its line, as files of settings have it. */
const isLine = (before: string, text: string, from: number): boolean =>
  lineBefore.test(before) && lineEnd.test(text.slice(from, from + 260));

/** `export db_password=…`, `--set db.password=…`, `username=me,password=…`, `pgpassword=… psql`. */
const isSetLine = (before: string, assignment: string): boolean =>
  /^[a-z_]{0,20}=$/.test(assignment) &&
  /(?:(?:^|[\r\n"'`]|\\n|export |set |--set |--set-string |-e |--env )[a-z0-9_.]{0,40}|[a-z]=[A-Za-z0-9_.-]{1,40},)$/.test(
    before,
  );

/** `DB_PASSWORD`, `export API_TOKEN`, at the beginning of a line, also of one in a text within JSON. */
const environmentLine =
  /(?:^|[\r\n;"'`]|\\n|\\r|\[[0-9;]{0,10}m)[ \t]{0,8}(?:(?:export|set|ENV|ARG|-e|--env)[ \t]{1,3})?[A-Z][A-Z0-9_]{0,60}$/;
const isEnvironmentLine = (before: string): boolean => environmentLine.test(before.slice(-MAX_BEFORE));

/** `PORT=80 DB_PASSWORD=… npm start`: within a line without a space around the sign. */
const isShellVariable = (name: string, assignment: string): boolean =>
  /[ \t][A-Z][A-Z0-9_]{0,60}$/.test(name) && /^[A-Z0-9_]{0,40}=["'\\]{0,15}$/.test(assignment);
