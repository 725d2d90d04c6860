// Why a turn or a process failed, as a code and one sentence.
import { stripVTControlCharacters } from "node:util";
import type { Ending, Fact } from "../driver.ts";
import { endedEarly, LATER, NEW_SESSION } from "../kit/failure.ts";
import type { NamedError } from "./protocol.ts";
import type { Failure, OpencodeState } from "./state.ts";

export const LOGIN = "run: opencode auth login";
export const INSTALL = "npm install -g opencode-ai";
const MODELS = "choose another model: opencode models lists them";
const MAX_MESSAGE = 1000;

export const isAborted = (error: NamedError | undefined): boolean => error?.name === "MessageAbortedError";

/** A failure with its position in the program's source. */
export const isTrace = ({ data }: NamedError): boolean => /\n[^\S\n]+at /.test(data.message ?? "");

export function failureOf({ name, data }: NamedError): Failure {
  const [first = ""] = (data.message ?? "").split(/\n[^\S\n]+at /);
  const message = first.trim().slice(0, MAX_MESSAGE) || `OpenCode failed: ${name.slice(0, 100)}`;
  const status = data.statusCode;
  if (name === "ProviderAuthError" || status === 401 || /API key is missing/i.test(message))
    return { code: "not_logged_in", message, hint: LOGIN };
  if (/Model not found/i.test(message)) return { code: "model_not_found", message, hint: MODELS };
  if (status === 429) return { code: "rate_limited", message, hint: LATER };
  if (status === 503 || status === 529) return { code: "overloaded", message, hint: LATER };
  if (name === "ContextOverflowError") return { code: "context_full", message, hint: NEW_SESSION };
  return { code: name === "APIError" ? "model_error" : "agent_error", message };
}

/** Two processes that start at the same time in a new home disturb each other while they create its database (1.18.33): a retry works. */
export const isPassing = (stderr: string): boolean => /database is locked|Failed query:\s+(CREATE|ALTER)/.test(stderr);

/** Interprets the stderr of a process that ended before it was ready; another attempt would fail too. */
export function endedWith(state: OpencodeState, { code, stderr, isStopped }: Ending): Fact[] {
  if (isStopped || !code || state.phase !== "opening" || isPassing(stderr)) return [];
  return [endedEarly({ title: "OpenCode", install: INSTALL }, reasonIn(stderr), code)];
}

/** The first line that says more than that there was an error. */
const reasonIn = (stderr: string): string | undefined =>
  stripVTControlCharacters(stderr)
    .split("\n")
    .map((line) => line.replace(/^Error:\s*/, "").trim())
    .find((line) => line !== "" && line !== "Unexpected error")
    ?.slice(0, 300);
