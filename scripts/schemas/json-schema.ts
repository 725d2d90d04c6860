// From zod's schemas to JSON Schema: schemas with an id become definitions of their own, which all documents refer to in the same way.
import * as z from "zod";

export type Schema = Record<string, unknown>;

export class Definitions {
  readonly #prefix: string;
  readonly #known: Record<string, Schema> = {};

  /** `prefix` is where the document keeps them, such as `#/$defs/`. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** As it is given: what zod fills in or tidies up need not be there. */
  of(schema: z.ZodType): Schema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
    for (const [name, definition] of Object.entries($defs as Record<string, Schema>))
      this.#known[name] ??= this.#referring(definition) as Schema;
    const { id, ...rest } = own;
    if (typeof id !== "string") return this.#referring(own) as Schema;
    this.#known[id] ??= this.#referring(rest) as Schema;
    return { $ref: `${this.#prefix}${id}` };
  }

  all(): Schema {
    return Object.fromEntries(Object.entries(this.#known).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #referring(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#referring(one));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== "readOnly")
        .map(([key, one]) => [
          key,
          key === "$ref" && typeof one === "string" ? one.replace("#/$defs/", this.#prefix) : this.#referring(one),
        ]),
    );
  }
}
