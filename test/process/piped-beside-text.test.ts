// What is piped into a command that has its text already is not sent, and that is said.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

test("a pipe or a file beside the text is said not to be sent; nothing is said where there is none", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "api", "--agent", "demo"]);
  writeFileSync(join(skein.workspace, "diff"), "THE DIFF\n");
  const send = `'${process.execPath}' '${skein.program}' send api "review this"`;
  const told = (line: string): string =>
    spawnSync("sh", ["-c", line], { cwd: skein.workspace, env: skein.env, encoding: "utf8" }).stderr;
  const said = "stdin is not sent, as the text is given; to send it along: --file -\n";
  expect(told(`cat diff | ${send}`)).toBe(said);
  expect(told(`${send} < diff`)).toBe(said);
  for (const line of [`${send} < /dev/null`, `cat diff | ${send} --file -`, `cat diff | ${send} --quiet`])
    expect([line, told(line)]).toEqual([line, ""]);
  const begun = expect.stringMatching(
    /^stdin is not sent, as the text is given; to send it along: skein send [\w-]+ --file -\n$/,
  );
  for (const words of ["new", "fork api"]) {
    const begin = `'${process.execPath}' '${skein.program}' ${words} "review this" --detach`;
    expect([words, told(`cat diff | ${begin}`)]).toEqual([words, begun]);
    expect([words, told(`${begin} < /dev/null`)]).toEqual([words, ""]);
  }
});
