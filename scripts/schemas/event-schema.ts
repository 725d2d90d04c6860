// The JSON Schema of a log's events. Types that it does not list are allowed: a newer Skein may write them, and readers pass over them.
import { eventData } from "../../src/core/index.ts";
import { event } from "../../src/protocol/schemas/event.ts";
import { Definitions, type Schema } from "./json-schema.ts";

export function eventSchema(): Schema {
  const definitions = new Definitions("#/$defs/");
  definitions.of(event);
  const data = Object.entries(eventData).map(([name, schema]) => [name, definitions.of(schema)] as const);
  const { Event: envelope, ...rest } = definitions.all();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "An event of a Skein log",
    description:
      "Known types have the data that is listed here. Types and fields that are not listed come from a newer version: pass over them.",
    ...(envelope as Schema),
    allOf: data.map(([name]) => ({
      if: { properties: { type: { const: name } } },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
      then: { properties: { data: { $ref: `#/$defs/${name}` } } },
    })),
    $defs: { ...rest, ...Object.fromEntries(data) },
  };
}
