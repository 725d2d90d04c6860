// From a zod schema to JSON Schema, with what the source says of each field: zod knows the bounds, the types know the comments.
import type { Type } from "typescript/unstable/sync";
import * as z from "zod";
import type { Types } from "./read-types.ts";
import type { Schema } from "./type-schema.ts";

/** As it is given: what zod fills in or tidies up need not be there. */
export function zodSchema(types: Types, schema: z.ZodType, type: Type | undefined): Schema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  return type ? commented(types, written, type) : written;
}

function commented(types: Types, schema: Schema, type: Type): Schema {
  const { checker } = types;
  const plain = type.isUnionType() ? checker.getNonNullableType(type) : type;
  if (schema.type === "array" && plain && checker.isArrayType(plain) && plain.isTypeReference()) {
    const [item] = checker.getTypeArguments(plain);
    return item ? { ...schema, items: commented(types, schema.items as Schema, item) } : schema;
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  // Of a choice, only "this or nothing" says for certain which of the types is meant.
  const [choice, nothing] = choices ?? [];
  if (choice && plain && choices?.length === 2 && nothing?.type === "null")
    return { anyOf: [commented(types, choice, plain), nothing] };
  if (schema.type !== "object" || !schema.properties || !plain) return schema;
  const properties = Object.entries(schema.properties as Record<string, Schema>).map(([name, property]) => {
    const symbol = checker.getPropertyOfType(plain, name);
    const propertyType = symbol && checker.getTypeOfSymbol(symbol);
    const description = symbol?.getDocumentationComment(checker).trim();
    const inner = propertyType ? commented(types, property, propertyType) : property;
    return [name, description ? { ...inner, description } : inner];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
