// Which parts of an event are free text: its schema tells. Only these may be changed, so that the event is still understood.
import * as z from "zod";
import { bySchema, eventData } from "../event.ts";

type Schema = z.core.$ZodType;

/** A part of an event. What no schema describes has none: all of it is free text. */
export interface Field {
  readonly schema: Schema | null;
  readonly name: string;
}

/** `fixed`: one of the words that the schema lists. */
export type Role = "text" | "title" | "id" | "fixed";

/** Strings that are compared, not read: ids, names of a mode or a kind, times. */
const ids =
  /^(?:id|[A-Za-z]+Id|run|turn|session|agent|resume|fork|batch|from|after|before|order|option|permission|mark|nextMark|parent|conversation|waiting|last|position|hash|mode|model|kind|code|signal|mediaType|until|notBefore|resetsAt|device)$/;
/** They may have been shortened. */
export const isTitle = (name: string): boolean => /^(?:title|name|label)$/.test(name);

export const freeText: Field = { schema: null, name: "" };
export const senderField: Field = { schema: bySchema, name: "by" };

export const dataField = (type: string): Field =>
  Object.hasOwn(eventData, type) ? { schema: eventData[type as keyof typeof eventData], name: "" } : freeText;

const accepts = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

/** Whether the event stays one that is understood with this value there. */
export const isAllowed = ({ schema }: Field, value: unknown): boolean => schema === null || accepts(schema, value);

/** The schema that describes this value, without what only allows others besides. */
function plain(schema: Schema | null, value: unknown): z.core.$ZodTypes | null {
  let own = schema as z.core.$ZodTypes | null;
  while (own !== null) {
    const { def } = own._zod;
    if ("innerType" in def) own = def.innerType as z.core.$ZodTypes;
    else if (def.type === "union") own = (def.options.find((one) => accepts(one, value)) ?? null) as typeof own;
    else return def.type === "unknown" ? null : own;
  }
  return null;
}

export function roleOf({ schema, name }: Field, text: string): Role {
  const def = plain(schema, text)?._zod.def;
  if (def === undefined) return "text";
  if (def.type !== "string") return accepts(plain(schema, text) as Schema, text) ? "fixed" : "text";
  if (ids.test(name) || (def.checks?.length ?? 0) > 0) return "id";
  return isTitle(name) ? "title" : "text";
}

/** A part of an object or a list. */
export interface Part {
  /** Names of fields are given by the schema (`fixed`), ids of their values, or free text. */
  readonly keyRole: Role;
  readonly field: Field;
}

/** What its schema says of the part that has this name. */
export function partsOf({ schema, name }: Field, whole: object): (key: string) => Part {
  const def = plain(schema, whole)?._zod.def;
  const other: Part = { keyRole: "text", field: freeText };
  if (def?.type === "record") return () => ({ keyRole: "id", field: { schema: def.valueType, name: "" } });
  if (def?.type === "array") return () => ({ keyRole: "fixed", field: { schema: def.element, name } });
  if (def?.type !== "object") return () => other;
  return (key) =>
    Object.hasOwn(def.shape, key) ? { keyRole: "fixed", field: { schema: def.shape[key] ?? null, name: key } } : other;
}
