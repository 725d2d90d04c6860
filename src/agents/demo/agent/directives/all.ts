// The language: every directive by its name. docs/demo-agent.md explains each one.
import type { Directive } from "../directive.ts";
import { faults } from "./faults.ts";
import { questions } from "./questions.ts";
import { speech } from "./speech.ts";
import { tools } from "./tools.ts";
import { waiting } from "./waiting.ts";

export const directives: ReadonlyMap<string, Directive> = new Map<string, Directive>(
  Object.entries({ ...speech, ...tools, ...questions, ...waiting, ...faults }),
);
