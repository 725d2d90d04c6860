// Private keys in a text: from the first line to the last one, also numbered, in an address, or all of it in base64.
import type { Found } from "./found.ts";

const BEGIN = "-----BEGIN";
const KEY = /^(?:[A-Z0-9 +]|%20){0,60}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)?-----/;
const kind = "private key";

export function privateKeys(text: string): Found[] {
  return [...inText(text), ...inBase64(text)];
}

function inText(text: string): Found[] {
  const found: Found[] = [];
  for (let from = text.indexOf(BEGIN); from >= 0; from = text.indexOf(BEGIN, from + BEGIN.length)) {
    const head = KEY.exec(text.slice(from + BEGIN.length, from + BEGIN.length + 100));
    if (!head) continue;
    const content = from + BEGIN.length + head[0].length;
    const next = text.indexOf("-----", content);
    const isEnd = next >= 0 && text.startsWith("-----END", next);
    const close = isEnd ? text.indexOf("-----", next + 8) : -1;
    const to = close >= 0 && close - next < 100 ? close + 5 : contentEnd(text, content, next);
    found.push({ from, to, kind });
    from = to - BEGIN.length;
  }
  return found;
}

/** Lines of the content with what a program puts between them: numbers, bars, quotes, tags. */
const line =
  /[^A-Za-z0-9+/=]{0,24}(?:[A-Za-z0-9]{1,6}[^A-Za-z0-9+/=]{1,12}){0,3}(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]{1,15}$)/y;
const header = /\s{0,4}(?:[|→:]|\\n|\d)*\s{0,4}(?:Proc-Type|DEK-Info|Comment|Version): [^\r\n\\]{1,100}/y;

/** Without a last line, what looks like the content. */
function contentEnd(text: string, from: number, most: number): number {
  const part = most >= 0 ? text.slice(0, most) : text;
  let to = from;
  for (;;) {
    header.lastIndex = to;
    line.lastIndex = to;
    if (header.test(part)) to = header.lastIndex;
    else if (line.test(part)) to = line.lastIndex;
    else return to;
  }
}

const CODED = "LS0tLS1CRUdJTi";
const codedEnd = /[^A-Za-z0-9+/=]/g;

/** As a kubeconfig and a Secret of Kubernetes have them. */
function inBase64(text: string): Found[] {
  const found: Found[] = [];
  for (let from = text.indexOf(CODED); from >= 0; ) {
    codedEnd.lastIndex = from;
    const to = codedEnd.exec(text)?.index ?? text.length;
    const head = atob(
      text
        .slice(from, Math.min(to, from + 96))
        .replace(/=.*$/, "")
        .slice(0, 4 * Math.floor((Math.min(to, from + 96) - from) / 4)),
    );
    if (KEY.test(head.slice(BEGIN.length))) found.push({ from, to, kind });
    from = text.indexOf(CODED, to);
  }
  return found;
}
