// What the agent says to a prompt without directives: what it is, what it could do, and where the real agents are.
import { programsOn } from "../../../system/index.ts";
import { inOneLine } from "./in-one-line.ts";

const packages = {
  claude: "@anthropic-ai/claude-code",
  codex: "@openai/codex",
  gemini: "@google/gemini-cli",
  opencode: "opencode-ai",
  pi: "@earendil-works/pi-coding-agent",
  copilot: "@github/copilot",
} as const;

const QUOTED_CHARACTERS = 80;

export function plainAnswer(prompt: string, path = process.env.PATH ?? ""): string {
  return [
    "I am Skein's built-in **demo agent**: there is no model behind me, but my tools are real.",
    heard(prompt),
    "",
    found(path),
    "",
    "Give me directives and I carry them out, for example:",
    "",
    "`[[plan: look | change]] [[run: ls]] [[ask: date > now.txt]] [[read: now.txt]] [[say: Done.]]`",
  ].join("\n");
}

function heard(prompt: string): string {
  const words = prompt.match(/\S+/g) ?? [];
  if (words.length === 0) return "You sent me only whitespace.";
  const quote = inOneLine(prompt, QUOTED_CHARACTERS);
  const verb = words.at(-1)?.endsWith("?") ? "asked" : "wrote";
  return `You ${verb} "${quote}" (${words.length} ${words.length === 1 ? "word" : "words"}), and answering that takes a model.`;
}

function found(path: string): string {
  const names = Object.keys(packages) as (keyof typeof packages)[];
  const here = names.filter((name) => programsOn(name, path).length > 0);
  const missing = names.find((name) => !here.includes(name));
  const install = missing && `\`npm install -g ${packages[missing]}\``;
  if (here.length === 0) return `I found no coding agent on your PATH; ${install} installs one.`;
  const list = `On your PATH I found ${here.map((name) => `**${name}**`).join(", ")}`;
  return install ? `${list}; ${install} installs ${missing} too.` : `${list}.`;
}
