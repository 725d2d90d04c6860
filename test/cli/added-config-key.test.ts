// A key that only this test knows: it stands in a schema, and everything else follows.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configReference } from "../../scripts/cli-reference/config.ts";
import type { Context } from "../../src/cli/command.ts";
import { configCommand } from "../../src/cli/commands/config.ts";
import { configHelp } from "../../src/cli/help/topics.ts";
import { defineConfig } from "../../src/home/config/define-config.ts";
import { key, table } from "../../src/home/config/describe.ts";
import { configFields } from "../../src/home/config/schema.ts";
import { count, listOfText } from "../../src/home/config/values.ts";
import { tempDir } from "../kit/temp-dir.ts";

const schema = table({
  ...configFields,
  tea: table({
    cups_per_turn: key(count("0 = none"), { text: "How much tea is made", example: "3", default: 2 }),
    kinds: key(listOfText, { text: "Which tea there is", example: '["Assam"]' }),
  }),
});
const definition = defineConfig(schema);

test("it is read, with its default and its type", () => {
  const { tea } = definition.parse("", "config.toml");
  expect(tea satisfies { cupsPerTurn: number; kinds: string[] | null }).toEqual({ cupsPerTurn: 2, kinds: null });
  expect(definition.parse("tea.cups_per_turn = 4", "config.toml").tea.cupsPerTurn).toBe(4);
});

test.for([
  ["tea.cups_per_turn = -1", "tea.cups_per_turn must be a whole number; 0 = none"],
  ['tea.kinds = "Assam"', "tea.kinds must be a list of strings"],
  ["tea.cups = 1", 'unknown key "tea.cups" (known: cups_per_turn, kinds)'],
  ["tea = 1", "tea must be a table: [tea]"],
])("%j is refused with what it must be", ([text, message]) => {
  expect(() => definition.parse(text as string, "config.toml")).toThrow(`config.toml: ${message}`);
});

test("`skein config` shows and changes it", async () => {
  const { run, path } = commandLine("[tea]\n# strong\nkinds = ['Assam']\n");
  expect(await run("get", "tea")).toMatch(/^tea\.cups_per_turn +2 +default\ntea\.kinds +\["Assam"\]$/);
  expect(await run("set", "tea.cups_per_turn", "5")).toBe("tea.cups_per_turn = 5");
  expect(readFileSync(path, "utf8")).toBe("[tea]\n# strong\nkinds = ['Assam']\ncups_per_turn = 5\n");
  expect(await run("get", "tea.cups_per_turn")).toBe("5");
  await expect(run("set", "tea.cups_per_turn", "many")).rejects.toMatchObject({
    message: "tea.cups_per_turn can't be many",
  });
  await expect(run("get", "tea.cups_per_tur")).rejects.toThrow('there is no key "tea.cups_per_tur"');
});

test("help and the reference have it", () => {
  const help = configHelp(definition.keys, 100);
  expect(help).toMatch(/^ {2}tea\.cups_per_turn +How much tea is made \(default: 2\)$/m);
  expect(help).toMatch(/^ {2}tea\.kinds +Which tea there is \(such as \["Assam"\]\)$/m);
  expect(configReference(definition.keys).split("\n")).toEqual(
    expect.arrayContaining([
      "| `tea.cups_per_turn` | How much tea is made | `2` | `3` |",
      '| `tea.kinds` | Which tea there is | – | `["Assam"]` |',
    ]),
  );
});

/** The command in a home of its own; resolves to what it has printed. */
function commandLine(text: string): { path: string; run(...words: string[]): Promise<string> } {
  const path = join(tempDir(), "config.toml");
  writeFileSync(path, text, { mode: 0o600 });
  return {
    path,
    async run(...positionals) {
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const context = {
        positionals,
        flags: {},
        paths: { config: path },
        io: { env: {}, environmentsAbove: () => [] },
        print,
        say: print,
      };
      await configCommand(definition).run(context as unknown as Context);
      return lines.join("\n");
    },
  };
}
