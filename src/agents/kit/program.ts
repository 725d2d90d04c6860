// What is true of a program however it is run: how people get it and log in to it. One place for all of its drivers.
import type { Driver, Probe } from "../driver.ts";
import type { IdShapes } from "./id-shapes.ts";

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
  readonly ids: IdShapes;
  readonly probe: Probe;
}
