// What a directory brings for Claude Code is read only where a person has trusted it, as in a terminal.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contextFor } from "../../contracts/recording.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { init, Life, oneshot, ready, stream } from "./life.ts";

class Place {
  readonly home = tempDir();
  readonly cwd = join(this.home, "work/site");
  readonly env: Record<string, string> = { HOME: this.home };

  constructor(files: Record<string, string>) {
    mkdirSync(this.cwd, { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(join("work/site", path), text);
  }

  write(path: string, text: string): void {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  trust(directory: string, file = ".claude.json"): void {
    this.write(file, JSON.stringify({ projects: { [directory]: { hasTrustDialogAccepted: true } } }));
  }

  get argv(): string[] {
    return stream.launch({ ...contextFor("r1"), cwd: this.cwd, env: this.env }).argv;
  }
}

const settings = { ".claude/settings.json": "{}" };
const servers = { ".mcp.json": "{}" };
const withheld = (place: Place): boolean => place.argv.join(" ").includes(" --setting-sources user ");

test.for([settings, servers, { "../.mcp.json": "{}" }, { ".claude/skills/a/SKILL.md": "a" }])(
  "%j of a directory that nobody has trusted is not read",
  (files) => expect(withheld(new Place(files))).toBe(true),
);

test("a directory that brings nothing is read as it is, and so is the person's home", () => {
  expect(withheld(new Place({ "CLAUDE.md": "Be kind." }))).toBe(false);
  const place = new Place({});
  place.write(".claude/settings.json", "{}");
  expect(stream.launch({ ...contextFor("r1"), cwd: place.home, env: place.env }).argv).not.toContain("user");
});

test("a directory that a person has trusted, or one above it, is read", () => {
  const place = new Place(settings);
  place.trust(place.cwd);
  expect(withheld(place)).toBe(false);
  place.trust(dirname(place.cwd));
  expect(withheld(place)).toBe(false);
  place.trust(join(place.cwd, "below"));
  expect(withheld(place)).toBe(true);
});

test("what Claude Code has noted is looked for where it keeps its settings", () => {
  const place = new Place(settings);
  place.env.CLAUDE_CONFIG_DIR = join(place.home, "elsewhere");
  place.trust(place.cwd);
  expect(withheld(place)).toBe(true);
  place.trust(place.cwd, "elsewhere/.claude.json");
  expect(withheld(place)).toBe(false);
});

test.for([
  "",
  "{",
  "[]",
  '{"projects":[]}',
  '{"projects":{"__proto__":{"hasTrustDialogAccepted":true}}}',
  '{"projects":{"CWD":{"hasTrustDialogAccepted":"true"}}}',
])("a record that says nothing of trust gives none: %j", (text) => {
  const place = new Place(settings);
  place.write(".claude.json", text.replace("CWD", place.cwd));
  expect(withheld(place)).toBe(true);
});

test("people are told, by each kind of process once", () => {
  const { cwd, env } = new Place(settings);
  for (const [driver, begin] of [[stream, ready] as const, [oneshot, init] as const]) {
    const life = new Life(driver, { cwd, env });
    expect(life.say(begin)).toContainEqual({
      type: "notice",
      data: { kind: "directory_not_trusted", text: expect.stringContaining("skein restart") },
    });
    expect(life.say(init)).not.toContainEqual(expect.objectContaining({ type: "notice" }));
  }
});
