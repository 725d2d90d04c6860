// HTML that was made of markdown, as markdown again: what people read stays, and nothing of the page that showed it. Total and linear: any text is
// taken, and no tag is believed to be closed.

interface Open {
  tag: string;
  /** Written when it closes. */
  end: string;
}

const TAG = /<(?:!--[\s\S]*?(?:-->|$)|(\/?)([a-zA-Z][\w-]{0,100})(?![\w-])((?:[^<>"']|"[^"]*"|'[^']*')*)>)/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const MAX_DEPTH = 200;
/** What is deeper looks like this: otherwise each line could be many times as long as its HTML. */
const SHOWN_DEPTH = 10;

const inline: Readonly<Record<string, string>> = { strong: "**", b: "**", em: "*", i: "*", del: "~~", s: "~~" };
const dropped = new Set(["script", "style", "head", "title"]);

export function htmlToMarkdown(html: string): string {
  const writer = new Writer();
  let from = 0;
  for (const match of html.matchAll(TAG)) {
    writer.text(html.slice(from, match.index));
    from = match.index + match[0].length;
    const [, slash, name, attributes = ""] = match;
    if (name === undefined) continue;
    if (slash === "/") writer.close(name.toLowerCase());
    else writer.open(name.toLowerCase(), attributes);
  }
  writer.text(html.slice(from));
  return writer.end();
}

class Writer {
  readonly #out: string[] = [];
  readonly #open: Open[] = [];
  readonly #lists: { isOrdered: boolean; count: number }[] = [];
  /** Line feeds that the next text begins with. */
  #breaks = 0;
  #quotes = 0;
  #pre: string[] | null = null;
  #language = "";
  #cells: string[] | null = null;
  #dropped = 0;

  text(raw: string): void {
    if (raw === "" || this.#dropped > 0) return;
    const text = unescaped(raw);
    if (this.#pre) this.#pre.push(text);
    else this.#write(text.replace(/[ \t\r\n]+/g, " "));
  }

  open(tag: string, attributes: string): void {
    if (dropped.has(tag)) this.#dropped++;
    if (this.#pre) {
      if (tag === "code") this.#language = languageIn(attributes) ?? this.#language;
      if (tag === "br") this.#pre.push("\n");
      return;
    }
    const mark = inline[tag];
    if (mark !== undefined) {
      this.#enter(tag, mark, mark);
      return;
    }
    switch (tag) {
      case "pre":
        this.#pre = [];
        this.#language = languageIn(attributes) ?? "";
        return;
      case "code":
        this.#enter(tag, "`", "`");
        return;
      case "a":
        this.#enterLink(attributes);
        return;
      case "img": {
        const source = attribute(attributes, "src") ?? "";
        this.#write(`![${attribute(attributes, "alt") ?? ""}](${source})`);
        return;
      }
      case "input":
        this.#write(/\bchecked\b/.test(attributes) ? "[x]" : "[ ]");
        return;
      case "br":
        this.#breakLine(1);
        return;
      case "hr":
        this.#breakLine(2);
        this.#write("---");
        this.#breakLine(2);
        return;
      case "ul":
      case "ol":
        this.#breakLine(this.#lists.length > 0 ? 1 : 2);
        if (this.#lists.length < MAX_DEPTH) this.#lists.push({ isOrdered: tag === "ol", count: 0 });
        return;
      case "li":
        this.#item();
        return;
      case "blockquote":
        this.#breakLine(2);
        this.#quotes = Math.min(this.#quotes + 1, MAX_DEPTH);
        return;
      case "tr":
        this.#cells = [];
        this.#breakLine(1);
        return;
      case "td":
      case "th":
        this.#write(this.#cells?.length === 0 ? "| " : " | ");
        this.#cells?.push(tag);
        return;
      default:
        if (/^h[1-6]$/.test(tag)) {
          this.#breakLine(2);
          this.#write(`${"#".repeat(Number(tag[1]))} `);
        } else if (isBlock(tag)) this.#breakLine(this.#lists.length > 0 ? 1 : 2);
    }
  }

  close(tag: string): void {
    if (dropped.has(tag)) this.#dropped = Math.max(0, this.#dropped - 1);
    if (tag === "pre" && this.#pre) {
      this.#closePre();
      return;
    }
    if (this.#pre) return;
    if (tag === "ul" || tag === "ol") {
      this.#lists.pop();
      this.#breakLine(this.#lists.length > 0 ? 1 : 2);
      return;
    }
    if (tag === "blockquote") {
      this.#quotes = Math.max(0, this.#quotes - 1);
      this.#breakLine(2);
      return;
    }
    if (tag === "tr") {
      this.#closeRow();
      return;
    }
    if (/^h[1-6]$/.test(tag) || isBlock(tag)) {
      this.#breakLine(this.#lists.length > 0 ? 1 : 2);
      return;
    }
    const found = this.#open.findLastIndex((one) => one.tag === tag);
    if (found === -1) return;
    for (const { end } of this.#open.splice(found).reverse()) this.#write(end);
  }

  end(): string {
    if (this.#pre) this.#closePre();
    for (const { end } of this.#open.splice(0).reverse()) this.#write(end);
    return this.#out.join("").trim();
  }

  #enter(tag: string, begin: string, end: string): void {
    if (this.#open.length >= MAX_DEPTH) return;
    this.#write(begin);
    this.#open.push({ tag, end });
  }

  #enterLink(attributes: string): void {
    const target = attribute(attributes, "href");
    if (target === null) return;
    this.#enter("a", "[", `](${target})`);
  }

  #item(): void {
    this.#breakLine(1);
    const list = this.#lists.at(-1);
    if (list) list.count++;
    const mark = list?.isOrdered ? `${list.count}. ` : "- ";
    this.#write(`${"   ".repeat(Math.min(SHOWN_DEPTH, Math.max(0, this.#lists.length - 1)))}${mark}`);
  }

  #closeRow(): void {
    const cells = this.#cells ?? [];
    this.#cells = null;
    if (cells.length === 0) return;
    this.#write(" |");
    this.#breakLine(1);
    if (cells[0] !== "th") return;
    this.#write(`|${" --- |".repeat(cells.length)}`);
    this.#breakLine(1);
  }

  #closePre(): void {
    const code = (this.#pre ?? []).join("").replace(/\n$/, "");
    this.#pre = null;
    const longest = Math.max(0, ...[...code.matchAll(/`+/g)].slice(0, 1000).map(([ticks]) => ticks.length));
    const fence = "`".repeat(Math.min(100, Math.max(3, longest + 1)));
    this.#breakLine(2);
    this.#write(`${fence}${this.#language}`);
    this.#out.push(`\n${code}\n${fence}`);
    this.#breakLine(2);
  }

  #breakLine(count: number): void {
    const last = this.#out.pop();
    if (last !== undefined) this.#out.push(last.trimEnd());
    if (this.#out.length > 0) this.#breaks = Math.max(this.#breaks, count);
  }

  #write(text: string): void {
    const begins = this.#breaks > 0 || this.#out.length === 0;
    const isItem = /^ *(?:-|\d+\.) $/.test(text);
    const shown = begins && !isItem ? text.trimStart() : text;
    if (shown === "") return;
    if (begins) this.#out.push("\n".repeat(this.#breaks), "> ".repeat(Math.min(SHOWN_DEPTH, this.#quotes)));
    this.#breaks = 0;
    this.#out.push(shown);
  }
}

const isBlock = (tag: string): boolean => /^(?:p|div|section|article|table|dl|dt|dd|details|summary)$/.test(tag);

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(attributes);
  return found ? unescaped(found[1] ?? found[2] ?? "") : null;
}

const languageIn = (attributes: string): string | null =>
  /\blanguage-([\w+#.-]{1,30})/.exec(attribute(attributes, "class") ?? "")?.[1] ?? null;

const unescaped = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
