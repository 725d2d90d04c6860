// The daemon's refusals, and the problem document (RFC 9457) of each.
import { type Rejection, SkeinError } from "../core/index.ts";
import { ConfigError } from "../home/config.ts";
import { PolicyError } from "../home/policy-file.ts";
import { isDiskTrouble, storageFailed } from "../log/index.ts";
import { type Problem, type ProblemCode, problem } from "../protocol/index.ts";
import { failedPathOf, messageOf } from "../system/index.ts";

/** Thrown inside a handler to refuse the request; a single place catches it and sends the problem document. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly problem: Problem;

  constructor(code: ProblemCode, detail: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(detail);
    this.problem = problem(code, detail, facts);
  }
}

export const refuse = (rejection: Rejection): Refusal => new Refusal(rejection.code, rejection.detail, rejection.facts);

/** The problem document for anything that a handler throws. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof ConfigError || error instanceof PolicyError) return problem("config_invalid", error.message);
  // The log is not the only user of the disk: a run and an environment have files too.
  if (isDiskTrouble(error)) {
    const path = failedPathOf(error) ?? "the home directory";
    return problem("fenced", storageFailed({ action: "write", path, cause: error }).message);
  }
  if (error instanceof SkeinError && error.code === "storage_failed") return problem("fenced", error.message);
  // It was removed for good during the request.
  if (error instanceof SkeinError && error.code === "session_gone") return problem("session_not_found", error.message);
  // A blob that the prompt refers to was removed between the check and the write.
  if (error instanceof SkeinError && error.code === "blob_missing") return problem("blob_not_found", error.message);
  if (error instanceof SkeinError && error.code === "environment_unreadable") return problem(error.code, error.message);
  return problem("internal", messageOf(error));
}
