// What is checked in and written by a program: what each document holds is written elsewhere, once, in the source.
import { operations } from "../../src/protocol/index.ts";
import { eventSchema } from "./event-schema.ts";
import { Definitions, type Schema } from "./json-schema.ts";
import { openapi } from "./openapi.ts";
import { routeTable } from "./route-table.ts";

/** Texts by their path from the repository's root. */
export function documents(): Record<string, string> {
  return {
    "docs/openapi.json": textOf(openapi()),
    "docs/schemas/events.json": textOf(eventSchema()),
    "docs/schemas/answers.json": textOf(answerSchema()),
    "src/protocol/routes.ts": routeTable(),
  };
}

/** The events schema as it was released last: logs that fit it must fit every later one. */
export const RELEASED_EVENTS = "docs/schemas/v1/events.json";

const textOf = (document: Schema): string => `${JSON.stringify(document, null, 2)}\n`;

/** One definition for each answer and whatever it is made of. */
function answerSchema(): Schema {
  const definitions = new Definitions("#/$defs/");
  for (const { answer } of Object.values(operations)) definitions.of(answer);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Answers of the Skein daemon",
    description: "Fields that are not listed come from a newer version: pass over them.",
    $defs: definitions.all(),
  };
}
