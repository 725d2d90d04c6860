// The JSON Schema of a log's events. Types that it does not list are allowed: a newer Skein may write them, and readers pass over them.
import { eventData } from "../../src/core/index.ts";
import type { Types } from "./read-types.ts";
import { type Schema, TypeSchemas } from "./type-schema.ts";
import { zodSchema } from "./zod-schema.ts";

export function eventSchema(types: Types): Schema {
  const { checker } = types;
  const core = types.exportsOf("src/core/event.ts");
  const schemas = new TypeSchemas(types, "#/$defs/");
  const envelope = core.get("Event");
  const all = core.get("eventData");
  if (!envelope || !all) throw new Error("src/core/event.ts exports no Event or eventData any more.");
  schemas.of(checker.getDeclaredTypeOfSymbol(envelope));
  const { Event: event, ...rest } = schemas.definitions;
  const allTypes = checker.getTypeOfSymbol(all);
  const data = Object.entries(eventData).map(([name, schema]) => {
    const symbol = allTypes && checker.getPropertyOfType(allTypes, name);
    const description = symbol?.getDocumentationComment(checker).trim();
    return [
      name,
      { ...(description ? { description } : {}), ...zodSchema(types, schema, dataType(types, name)) },
    ] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "An event of a Skein log",
    description:
      "Known types have the data that is listed here. Types and fields that are not listed come from a newer version: pass over them.",
    ...event,
    allOf: data.map(([name]) => ({
      if: { properties: { type: { const: name } } },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
      then: { properties: { data: { $ref: `#/$defs/${name}` } } },
    })),
    $defs: { ...rest, ...Object.fromEntries(data) },
  };
}

/** The type of an event's data: the member of the union of known events that has this name. */
function dataType({ checker, exportsOf }: Types, name: string) {
  const union = exportsOf("src/core/event.ts").get("KnownEvent");
  const events = union ? checker.getDeclaredTypeOfSymbol(union) : undefined;
  const event = events?.isUnionType()
    ? events.getTypes().find((one) => {
        const symbol = checker.getPropertyOfType(one, "type");
        const type = symbol && checker.getTypeOfSymbol(symbol);
        return type?.isStringLiteralType() && type.value === name;
      })
    : undefined;
  const data = event && checker.getPropertyOfType(event, "data");
  return data && checker.getTypeOfSymbol(data);
}
