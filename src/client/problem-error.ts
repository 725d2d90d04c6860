// A refusal: the server's problem document as an exception. Branch on `code`, show `detail`.
import type { Problem, ProblemCode } from "../protocol/index.ts";

export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly status: number;
  readonly retryable: boolean;
  /** Facts for the code, such as `candidates` or `tried`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** It answers a request that only reads, so nothing can have been carried out. */
  readonly isOfRead: boolean;

  constructor(problem: Problem, { isOfRead = false }: { isOfRead?: boolean } = {}) {
    super(problem.detail);
    const { code, status, retryable, type: _type, title: _title, detail: _detail, ...facts } = problem;
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.facts = facts;
    this.isOfRead = isOfRead;
  }
}

/** A failed answer's body as an error, even if it is not a problem document. */
export function problemFrom(status: number, body: string, how: { isOfRead?: boolean } = {}): ProblemError {
  const parsed = parseObject(body);
  if (typeof parsed?.code === "string" && typeof parsed.detail === "string") {
    return new ProblemError({ retryable: false, ...parsed, status } as Problem, how);
  }
  const detail = `The daemon answered with status ${status}${body ? `: ${body.slice(0, 200)}` : ""}.`;
  return new ProblemError({ type: "", title: "", code: "internal", detail, status, retryable: false }, how);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
