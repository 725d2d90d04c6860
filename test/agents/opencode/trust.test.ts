// What a directory brings for OpenCode is left out, or OpenCode is not started, unless a person has trusted the directory.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { opencodeDrivers } from "../../../src/agents/opencode/driver.ts";
import { contextFor } from "../../contracts/recording.ts";
import { tempDir } from "../../kit/temp-dir.ts";

interface Place {
  /** Below the home, with their texts. */
  readonly files: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly isTrusted?: boolean;
}

type What = "used" | "left out" | "refused";

/** What becomes of what the directory brings, each way in which OpenCode is run. */
function whatIn({ files, cwd = "work/site", isTrusted = false }: Place): What[] {
  const home = tempDir();
  for (const [path, text] of Object.entries({ [join(cwd, "a.ts")]: "", ...files })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const context = { ...contextFor("r1"), cwd: join(home, cwd), env: { HOME: home }, isTrusted };
  return Object.values(opencodeDrivers("/programs")).map((driver) => {
    const { argv, env, withheld, refused } = driver!.launch(context);
    if (refused) expect(refused.hint).toContain("trusted_directories");
    if (refused) return "refused";
    const isSet = argv.includes(`${SWITCH}=1`) || env[SWITCH] === "1";
    expect(isSet).toBe(withheld !== undefined);
    return isSet ? "left out" : "used";
  });
}

const SWITCH = "OPENCODE_DISABLE_PROJECT_CONFIG";

test.for<[string, What, Place]>([
  ["settings", "left out", { files: { "work/site/opencode.json": "{}" } }],
  ["settings with comments", "left out", { files: { "work/site/opencode.jsonc": "{}" } }],
  ["tools", "left out", { files: { "work/site/.opencode/tool/a.js": "" } }],
  ["what is above", "left out", { files: { "work/.opencode/agent/a.md": "" } }],
  ["plugins", "refused", { files: { "work/site/.opencode/plugin/a.js": "" } }],
  ["plugins above", "refused", { files: { "work/.opencode/plugins/a.ts": "" } }],
  ["settings that name plugins", "refused", { files: { "work/site/opencode.json": '{"plugin":["./a.js"]}' } }],
  ["the same with escapes", "refused", { files: { "work/site/opencode.jsonc": '{"pl\\u0075gin":["./a.js"]}' } }],
  ["the same inside", "refused", { files: { "work/site/.opencode/opencode.json": '{"plugins":["./a.js"]}' } }],
  ["settings that can't be read whole", "refused", { files: { "work/site/opencode.json": " ".repeat(2 ** 21) } }],
  ["nothing", "used", { files: { "work/site/AGENTS.md": "" } }],
  ["the person's own", "used", { files: { ".opencode/plugin/a.js": "", "opencode.json": '{"plugin":["a"]}' } }],
  ["the home itself", "used", { files: { ".opencode/plugin/a.js": "" }, cwd: "" }],
  ["what is trusted", "used", { files: { "work/site/.opencode/plugin/a.js": "" }, isTrusted: true }],
])("%s: %s", ([, what, place]) => expect(whatIn(place)).toEqual([what, what, what]));
