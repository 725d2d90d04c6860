// The facts about an agent's program that all of its drivers share: how to find it, install it and log in.
import { findProgram } from "../../system/index.ts";
import type { Driver, IdShapes, Probe, VariableRule } from "../driver.ts";

export interface Program {
  readonly id: string;
  readonly title: string;
  /** A name for PATH, or an absolute path. */
  readonly command: string;
  /** The command that installs it. */
  readonly install: string;
  /** How to log in. */
  readonly login: string;
  /** How to keep its conversations, for people who have lost one. */
  readonly keeping?: string;
  /** Where it keeps its record of a conversation, as a pattern. */
  readonly nativeFiles?: Driver["nativeFiles"];
  /** Variables that it sets for its child processes: see `environment.ts`. */
  readonly childVariables?: readonly VariableRule[];
  readonly ids: IdShapes;
  readonly probe: Probe;
}

/** The part that every driver of the program has. */
export const identityOf = (
  program: Omit<Program, "login">,
): Pick<Driver, "id" | "title" | "ids" | "probe" | "find" | "nativeFiles"> => ({
  id: program.id,
  title: program.title,
  ids: program.ids,
  probe: program.probe,
  // Its version is not queried before a prompt: that takes as long as starting it.
  async find(env) {
    const found = await findProgram(program.command, env);
    return found.kind === "found" ? { ...found, version: null } : { ...found, install: program.install };
  },
  nativeFiles: (context) => program.nativeFiles?.(context) ?? null,
});
