// Whether a value that stands after a telling name is a secret, or a word, a placeholder, a number or a piece of code.

/** How telling the place is: a line `DB_PASSWORD=…`, a flag `--token …`, after a name in quotes, a line of settings, within a text, or after a name that
 * need not name a secret. */
export type Place = "variable" | "flag" | "quoted" | "line" | "bare" | "weak";

const leastOf: Readonly<Record<Place, number>> = { variable: 4, flag: 6, quoted: 6, line: 8, bare: 10, weak: 20 };

const placeholders =
  /^(?:x{3,}|\*{2,}|\.{2,}|-+|_+|<.*|\[.*|\{.*|%.*|\$.*|@.*|your.*|my.{0,3}(?:key|token|secret|password).*|change.?me.*|example.*|sample.*|dummy.*|fake.*|test|todo.*|tbd|none|null|nil|undefined|true|false|yes|no|on|off|required|optional|string|number|boolean|object|any|password|passwd|secret|token|redacted.*|masked.*|hidden|empty|default|unset|missing|invalid|expired|bearer|basic|value|env|process\..*|import\..*|os\..*|self\..*|this\..*|config\..*|secrets\..*|base64(?:url)?|utf-?8|vault:.*|ref:.*|op:.*)$/i;

/** Code, an address, a path, a variable: no value by itself. */
const isCode = (value: string): boolean =>
  /[(){}]|^--?[a-z]|=>|::|\$\{|^\$|^\/[a-z]|^\.{0,2}\/|^https?:|^[a-z]+(?:\.[a-z]+)+$|^[A-Za-z_]+\[/i.test(value);

const isNumber = (value: string): boolean => /^[-+]?[0-9][0-9.,_:%]*[a-z]{0,3}$/i.test(value);

const isWords = (value: string): boolean => /^[A-Za-z]+(?:[-_ .][A-Za-z]+)*$/.test(value);

/** `us-east-1`, `account_1`. */
const isNumbered = (value: string): boolean => /^[a-z]+(?:[-_.](?:[a-z]+[0-9]?|[0-9]{1,4}))+$/i.test(value);

/** Of a bounded part: a longer value does not become less random. */
const LOOKED_AT = 256;

function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

export function looksSecret(value: string, place: Place): boolean {
  const seen = value.slice(0, LOOKED_AT);
  if (seen.length < leastOf[place] || placeholders.test(seen) || isCode(seen)) return false;
  if (isNumber(seen)) return place === "variable" && seen.length >= 6;
  if (place === "variable" || place === "flag") return true;
  // `password: "the new one"` in a text, `"token": "identifier"` in code.
  if (isWords(seen)) return place === "quoted" && seen.length >= 16 && entropy(seen) >= 3.6 && !/[-_ .]/.test(seen);
  if (place === "quoted") return true;
  if (place === "weak" && /[-_.]/.test(seen) && !(/[a-z]/.test(seen) && /[A-Z]/.test(seen))) return false;
  if (place === "line" && seen.length < leastOf.bare && isNumbered(seen)) return false;
  if ((place === "line" || place === "weak") && /[\s\u0080-\uffff]/.test(seen)) return false;
  if (!/[0-9]/.test(seen) || !/[A-Za-z]/.test(seen)) return false;
  return entropy(seen) >= (place === "line" ? 2.5 : 3);
}

/** Of a value that was cut only the beginning is known: all but code, a variable or a placeholder may go on as a secret. */
export const mayBeginSecret = (value: string): boolean =>
  !isCode(value) && !/^(?:[<[{%$@]|\*{2,}|\.{2,}|x{3,}|masked)/i.test(value);
