// Whether the user trusts a directory, according to Claude Code's own record. In a terminal the program asks before it loads a directory's
// settings; with `-p` it does not ask, and starts any hooks and MCP servers (2.1.325).
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";
import type { Fact, LaunchContext } from "../driver.ts";
import { directoryIn } from "../kit/native-file.ts";
import { upwardsFrom } from "../kit/upwards-from.ts";

type Launching = Pick<LaunchContext, "cwd" | "env">;

/** The directory contains something that the program would run or obey, and the user has not trusted it. */
export const isWithheld = (launching: Launching): boolean => bringsSettings(launching) && !isTrusted(launching);

/** Servers are also searched in the directories above. */
function bringsSettings({ cwd, env }: Launching): boolean {
  const own = join(cwd, ".claude");
  if (own !== directoryIn(env, "CLAUDE_CONFIG_DIR", ".claude") && existsSync(own)) return true;
  return upwardsFrom(cwd).some((directory) => existsSync(join(directory, ".mcp.json")));
}

const record = z.object({ projects: z.record(z.string(), z.unknown()) });
const trusted = z.object({ hasTrustDialogAccepted: z.literal(true) });

/** The same file contains the program's history. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Trusting a directory includes those below it. An unreadable record means no trust. */
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

/** Then only the user's own settings are loaded. */
export const trustFlags = (launching: Launching): string[] =>
  isWithheld(launching) ? ["--setting-sources", "user"] : [];

const text =
  "Claude Code ignores .claude, .mcp.json and CLAUDE.md of this directory, because you have not trusted the directory: start claude there once and accept, then: skein restart <session>";

export const trustNotice = (state: { readonly isWithheld: boolean }): Fact[] =>
  state.isWithheld ? [{ type: "notice", data: { kind: "directory_not_trusted", text } }] : [];
