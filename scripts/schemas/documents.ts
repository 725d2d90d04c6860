// The documents that are checked in: what each holds is written elsewhere, once, in the source.
import { eventSchema } from "./event-schema.ts";
import { openapi } from "./openapi.ts";
import { type Types, withTypes } from "./read-types.ts";
import { type Schema, TypeSchemas } from "./type-schema.ts";

/** By path from the repository's root. */
export function documents(): Record<string, Schema> {
  return withTypes((types) => ({
    "docs/openapi.json": openapi(types),
    "docs/schemas/events.json": eventSchema(types),
    "docs/schemas/answers.json": answerSchema(types),
  }));
}

/** The events schema as it was released last: logs that fit it must fit every later one. */
export const RELEASED_EVENTS = "docs/schemas/v1/events.json";

export const textOf = (document: Schema): string => `${JSON.stringify(document, null, 2)}\n`;

/** One definition for each answer and whatever it is made of. */
function answerSchema(types: Types): Schema {
  const { checker } = types;
  const schemas = new TypeSchemas(types, "#/$defs/");
  for (const [name, symbol] of types.exportsOf("src/protocol/answers/index.ts")) {
    if (name !== "Answers") schemas.of(checker.getDeclaredTypeOfSymbol(symbol));
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Answers of the Skein daemon",
    description: "Fields that are not listed come from a newer version: pass over them.",
    $defs: Object.fromEntries(Object.entries(schemas.definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
