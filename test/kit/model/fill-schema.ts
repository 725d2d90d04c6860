// The smallest value that fits a JSON schema: for answers that must be JSON, and for a tool's other required arguments.
import type { JsonSchema } from "./request.ts";

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;

const schemas = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  if (!isSchema(schema.properties)) return {};
  return Object.fromEntries(
    Object.entries(schema.properties).filter((pair): pair is [string, JsonSchema] => isSchema(pair[1])),
  );
}

export function fillSchema(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [choice] = [...schemas(schema.anyOf), ...schemas(schema.oneOf)];
  if (choice) return fillSchema(choice);
  switch (typeOf(schema)) {
    case "object":
      return fillRequired(schema);
    case "array":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "null":
      return null;
    default:
      return "anything";
  }
}

/** Objects that don't say what they require get everything. */
export function fillRequired(schema: JsonSchema): Record<string, unknown> {
  const { required } = schema;
  const isRequired = (name: string): boolean => !Array.isArray(required) || required.includes(name);
  const wanted = Object.entries(propertiesOf(schema)).filter(([name]) => isRequired(name));
  return Object.fromEntries(wanted.map(([name, property]) => [name, fillSchema(property)]));
}

/** Gemini writes types in capitals, and some schemas allow several. */
function typeOf({ type, properties }: JsonSchema): string {
  const one = Array.isArray(type) ? type[0] : type;
  return typeof one === "string" ? one.toLowerCase() : properties ? "object" : "string";
}
