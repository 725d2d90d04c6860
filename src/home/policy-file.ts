// The files of rules: one for all workspaces, and one for each. They are never in a repository, which must not grant itself permissions.
import { dirname, join } from "node:path";
import { describeRule, type Rule, type RuleSource } from "../core/index.ts";
import { absent, messageOf, realPathOf, replaceFileSync } from "../system/index.ts";
import { makeDirectory } from "./make-directory.ts";
import { PolicyError, parsePolicy } from "./policy-text.ts";
import { FileRefused, readTrustedText } from "./regular-file.ts";

export { PolicyError, parsePolicy };

/** `home` is Skein's home; a null workspace means the rules for all. */
export function policyFileOf(home: string, workspaceId: string | null): string {
  if (workspaceId === null) return join(home, "policy.toml");
  if (!/^[0-9a-f]{64}$/.test(workspaceId)) throw new PolicyError(`"${workspaceId}" is not a workspace's id`);
  return join(home, "policy", `${workspaceId}.toml`);
}

const MAX_BYTES = 1024 * 1024;

/** The rules of a file, for `evaluateRequest`. Never throws: an unusable file becomes a source with a problem, and nothing is allowed then. */
export function readPolicy(name: string, path: string): RuleSource {
  try {
    const text = readText(path);
    return { name, rules: text === null ? [] : parsePolicy(text, path) };
  } catch (error) {
    const problem = error instanceof PolicyError ? error.message : `${path} can't be read: ${messageOf(error)}`;
    return { name, rules: [], problem };
  }
}

/** Null if there is no file. */
function readText(path: string): string | null {
  try {
    return readTrustedText(path, MAX_BYTES);
  } catch (error) {
    if (error instanceof FileRefused) throw new PolicyError(error.message, { cause: error });
    return absent(error);
  }
}

/**
 * Appends a rule; the existing text stays as it is, comments included. After a crash the file is the old or the new one. Throws a PolicyError
 * if the file can't be read, because the effect of the rule would be unknown.
 */
export function appendRule(path: string, rule: Rule): "added" | "already there" {
  // If the path is a link, its target is replaced, not the link.
  const target = realPathOf(path);
  const before = readText(target) ?? "";
  const rules = parsePolicy(before, path).map(describeRule);
  const block = describeRule(rule);
  if (rules.includes(block)) return "already there";
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = `${before}${gap}${block}`;
  const written = parsePolicy(after, path).map(describeRule);
  if (written.length !== rules.length + 1 || !written.includes(block))
    throw new PolicyError(`${path}: the rule can't be added at the end; add it yourself:\n${block}`);
  makeDirectory(dirname(target));
  replaceFileSync(target, after);
  return "added";
}
