// Text for a terminal of a given width: broken between words, with what follows the first line indented.

/** Commands, options and names in the middle of a line stay whole. */
export function wrap(text: string, { width, indent = "" }: { width: number; indent?: string }): string[] {
  const lines: string[] = [];
  const [first = "", ...words] = text.split(" ").flatMap((word) => pieces(word, width));
  let line = first;
  for (const word of words) {
    const isFull = line.length + 1 + word.length > width;
    if (isFull) lines.push(line);
    line = isFull ? indent + word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** What is longer than a line, such as the shape of a document, is broken behind commas. */
const pieces = (word: string, width: number): string[] =>
  word.length <= width ? [word] : wrap(word.replaceAll(",", ", "), { width: width - 2 }).map((line) => line.trim());

/** A name and what it is, as two columns. */
const PAIR = /^ {2}(\S.*?) {2,}(\S.*)$/;

/** Lines that belong to one paragraph are joined first: one that ends a sentence ends it, and what is indented stands for itself. */
export function reflow(lines: readonly string[], width: number): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const isOwn = line === "" || line.startsWith(" ");
    if (isOpen && !isOwn) paragraphs.push(`${paragraphs.pop()} ${line}`);
    else paragraphs.push(line);
    isOpen = !isOwn && !/[.:}]$/.test(line);
  }
  const pairs = paragraphs.flatMap((one) => [PAIR.exec(one)].flatMap((found) => (found ? [found] : [])));
  const rows = pairs.map(([, name = "", text = ""]) => [name, text] as const);
  const shown = columns(rows, { width });
  const firstPair = paragraphs.findIndex((one) => PAIR.test(one));
  return paragraphs.flatMap((one, index) => {
    if (PAIR.test(one)) return index === firstPair ? shown : [];
    return one.startsWith(" ") ? [one] : wrap(one, { width });
  });
}

/** Names on the left and what they are on the right; a name that is too long has a line of its own. */
export function columns(
  rows: readonly (readonly [name: string, text: string])[],
  { width, widest = 30 }: { width: number; widest?: number },
): string[] {
  const lengths = rows.map(([name]) => name.length).filter((length) => length <= widest);
  const left = Math.max(0, ...lengths);
  const indent = " ".repeat(left + 4);
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, { width: width - indent.length }).map((line) => indent + line);
    const [first = "", ...others] = lines;
    return name.length > left
      ? [...wrap(`  ${name}`, { width, indent: "    " }), ...lines]
      : [`  ${name.padEnd(left)}  ${first.trimStart()}`, ...others];
  });
}
