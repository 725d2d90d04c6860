import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadAllCommands } from "../../src/cli/command-table.ts";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { variablesRead, variablesSet } from "../../src/cli/help/environment.ts";
import { configDefinition } from "../../src/home/config.ts";
import { runCli } from "./run-cli.ts";

const inOneLine = (text: string): string => text.replace(/\s+/g, " ");

test("help exit-codes names every code once", async () => {
  const { out } = await runCli(["help", "exit-codes"]);
  const told = [...out.matchAll(/^ {2,}(\d+) {2}\S/gm)].map(([, code]) => Number(code));
  expect(told).toEqual(Object.values(exitCodes).map(({ code }) => code));
});

test("help env has every variable that the sources read, and none that they don't", async () => {
  const { code, out } = await runCli(["help", "env"]);
  expect(code).toBe(0);
  // What agents read for themselves is theirs to explain.
  const sources = globSync("src/**/*.ts").filter(
    (path) => !path.startsWith("src/agents/") && path !== "src/cli/help/environment.ts",
  );
  const read = new Set<string>();
  for (const path of sources)
    for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)) read.add(name);
  expect(variablesRead.map(({ name }) => name).sort()).toEqual([...read].sort());
  for (const { name, text } of [...variablesRead, ...variablesSet]) {
    expect(out).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
    expect(inOneLine(out)).toContain(inOneLine(text));
  }
  const all = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  for (const { name } of variablesSet) expect(all).toContain(name);
});

test("help config explains the command and every key, with its default", async () => {
  const { out } = await runCli(["help", "config"]);
  expect(out).toContain("skein config get [key] | set <key> <value> | unset <key> | edit | path");
  for (const { key } of configDefinition.keys)
    expect(out).toMatch(new RegExp(`^  ${key.replace(/[.<>]/g, "\\$&")}( |$)`, "m"));
  expect(inOneLine(out)).toMatch(/limits\.live_processes [^(]* \(default: 32\)/);
  expect((await runCli(["config", "--help"])).out).not.toContain("KEYS");
});

test("help completion has a line for each shell", async () => {
  const { out } = await runCli(["help", "completion"]);
  expect(out).toMatch(/^ {2}bash {2}.*source <\(skein completion bash\)$/m);
  expect(out).toMatch(/^ {2}zsh {3}.*source <\(skein completion zsh\)$/m);
  expect(out).toMatch(/^ {2}fish {2}skein completion fish > ~\/\.config\/fish\/completions\/skein\.fish$/m);
});

test("what --json prints begins a line of its own in every help", async () => {
  for (const { name } of await loadAllCommands()) {
    const { out } = await runCli(["help", name]);
    expect([name, out.match(/^.*\S --json (of \S+ )?prints/m)?.[0]]).toEqual([name, undefined]);
  }
});
