// Which directories config.toml trusts: those that it names, and those below them.
import { mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTrusted } from "../../src/daemon/config/trust.ts";
import { tempDir } from "../kit/temp-dir.ts";

const trusting =
  (...trustedDirectories: string[]) =>
  () => ({ trustedDirectories });

test("a named directory and those below it are trusted, and no other", () => {
  const config = trusting("/srv/code/site", "~/mine");
  for (const one of ["/srv/code/site", "/srv/code/site/a/b", "/srv/code/site/..a", join(homedir(), "mine/x")])
    expect(isTrusted(one, config)).toBe(true);
  for (const one of ["/", "/srv/code", "/srv/code/sites", "/srv/code/other", join(homedir(), "mi")])
    expect(isTrusted(one, config)).toBe(false);
});

test("nothing is trusted by default, or while the config can't be read", () => {
  expect(isTrusted("/srv", trusting())).toBe(false);
  const broken = () => {
    throw new Error("config.toml can't be used");
  };
  expect(isTrusted("/srv", broken)).toBe(false);
});

test("a link in the config means the directory that it leads to", () => {
  const home = tempDir();
  mkdirSync(join(home, "real"));
  symlinkSync(join(home, "real"), join(home, "link"));
  expect(isTrusted(join(home, "real/site"), trusting(join(home, "link")))).toBe(true);
});
