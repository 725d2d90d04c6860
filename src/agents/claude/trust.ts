// Whether a person trusts a directory, as Claude Code itself has noted it. In a terminal the program asks before it reads what a directory brings;
// with `-p` it does not ask, and starts hooks and MCP servers of anybody's (2.1.325).
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";
import type { Fact, LaunchContext } from "../driver.ts";
import { directoryIn } from "../kit/native-file.ts";
import { upwardsFrom } from "../kit/upwards-from.ts";

type Launching = Pick<LaunchContext, "cwd" | "env">;

/** The directory brings something that the program would run or obey, and nobody has said that they trust it. */
export const isWithheld = (launching: Launching): boolean => bringsSettings(launching) && !isTrusted(launching);

/** Servers are also looked for in the directories above. */
function bringsSettings({ cwd, env }: Launching): boolean {
  const own = join(cwd, ".claude");
  if (own !== directoryIn(env, "CLAUDE_CONFIG_DIR", ".claude") && existsSync(own)) return true;
  return upwardsFrom(cwd).some((directory) => existsSync(join(directory, ".mcp.json")));
}

const record = z.object({ projects: z.record(z.string(), z.unknown()) });
const trusted = z.object({ hasTrustDialogAccepted: z.literal(true) });

/** The program keeps its history there, too. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Whoever trusts a directory trusts those below it. A record that can't be read says nothing of trust. */
function isTrusted({ cwd, env }: Launching): boolean {
  const directory = directoryIn(env, "CLAUDE_CONFIG_DIR", "");
  if (directory === undefined) return false;
  try {
    const text = readRegularFile(join(directory, ".claude.json"), { maxBytes: MAX_BYTES }).toString("utf8");
    const { projects } = record.parse(JSON.parse(text));
    return upwardsFrom(cwd).some((one) => Object.hasOwn(projects, one) && trusted.safeParse(projects[one]).success);
  } catch {
    return false;
  }
}

/** Then only the person's own settings are read. */
export const trustFlags = (launching: Launching): string[] =>
  isWithheld(launching) ? ["--setting-sources", "user"] : [];

const text =
  "Claude Code ignores .claude, .mcp.json and CLAUDE.md of this directory, because you have not trusted the directory: start claude there once and accept, then: skein restart <session>";

export const trustNotice = (state: { readonly isWithheld: boolean }): Fact[] =>
  state.isWithheld ? [{ type: "notice", data: { kind: "directory_not_trusted", text } }] : [];
