// Finds the directives in a prompt. Pure. Everything outside of them is for the reader and is not executed.

export interface Step {
  /** As it stands in the prompt. */
  readonly source: string;
  readonly name: string;
  /** Everything between the colon and the next "]]", over lines too. */
  readonly argument: string;
}

/** What does not look like a directive ([[Two words]]) is text. */
const inner = /^\s*([a-z][a-z-]*)\s*(?::([\s\S]*))?$/;

export function parseScript(prompt: string): Step[] {
  const steps: Step[] = [];
  let start = prompt.indexOf("[[");
  let end = prompt.indexOf("]]", start);
  while (start !== -1 && end !== -1) {
    const [, name, argument = ""] = inner.exec(prompt.slice(start + 2, end)) ?? [];
    if (name !== undefined) steps.push({ source: prompt.slice(start, end + 2), name, argument });
    start = prompt.indexOf("[[", name === undefined ? start + 1 : end + 2);
    if (end < start + 2) end = prompt.indexOf("]]", start);
  }
  return steps;
}
