// The one exception class. A refusal is a value (rejection.ts); a fault is something that should not have happened.

export class SkeinError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "SkeinError";
    this.code = code;
  }
}
