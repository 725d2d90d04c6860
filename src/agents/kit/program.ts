// What is true of a program however it is run: how people get it and log in to it. One place for all of its drivers.
import { findProgram } from "../../system/index.ts";
import type { Driver, IdShapes, Probe, VariableRule } from "../driver.ts";

export interface Program {
  readonly id: string;
  readonly title: string;
  /** A name for PATH, or an absolute path. */
  readonly command: string;
  /** The command that makes it available. */
  readonly install: string;
  /** How to log in. */
  readonly login: string;
  /** How to keep its conversations, for people who have lost one. */
  readonly keeping?: string;
  /** Where it keeps its record of a conversation, as a pattern. */
  readonly nativeFiles?: Driver["nativeFiles"];
  /** Variables that it sets for the programs that it starts: see `environment.ts`. */
  readonly childVariables?: readonly VariableRule[];
  readonly ids: IdShapes;
  readonly probe: Probe;
}

/** What every driver of the program says of it. */
export const identityOf = (
  program: Omit<Program, "login">,
): Pick<Driver, "id" | "title" | "ids" | "probe" | "find" | "nativeFiles"> => ({
  id: program.id,
  title: program.title,
  ids: program.ids,
  probe: program.probe,
  // Its version is not asked for on the way of a prompt: that takes as long as starting it.
  async find(env) {
    const found = await findProgram(program.command, env);
    return found.kind === "found" ? { ...found, version: null } : { ...found, install: program.install };
  },
  nativeFiles: (context) => program.nativeFiles?.(context) ?? null,
});
