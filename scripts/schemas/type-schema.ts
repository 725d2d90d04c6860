// From a type to the JSON Schema of what it allows. Types with a name become definitions; fields that are not named are always allowed.
import { SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";
import type { Types } from "./read-types.ts";

export type Schema = { [keyword: string]: unknown };

export class TypeSchemas {
  /** By name: every named type that was met. */
  readonly definitions: Record<string, Schema> = {};
  readonly #types: Types;
  /** Where definitions are found, such as `#/$defs/`. */
  readonly #at: string;
  readonly #ids = new Map<string, number>();

  constructor(types: Types, at: string) {
    this.#types = types;
    this.#at = at;
  }

  of(type: Type): Schema {
    const name = this.#types.nameOf(type);
    if (name === null) return this.#write(type);
    const known = this.#ids.get(name);
    if (known !== undefined && known !== type.id) throw new Error(`Two types are called ${name}: rename one of them.`);
    if (known === undefined) {
      this.#ids.set(name, type.id);
      this.definitions[name] = {};
      this.definitions[name] = this.#write(type);
    }
    return { $ref: `${this.#at}${name}` };
  }

  #write(type: Type): Schema {
    const { checker } = this.#types;
    if (type.flags & TypeFlags.Boolean) return { type: "boolean" };
    if (type.isUnionType()) return this.#union(type.getTypes());
    if (type.isLiteralType()) return { const: type.value };
    if (type.flags & TypeFlags.String) return { type: "string" };
    if (type.flags & TypeFlags.Number) return { type: "number" };
    if (type.flags & TypeFlags.Null) return { type: "null" };
    if (type.flags & (TypeFlags.Unknown | TypeFlags.Any)) return {};
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type);
      return { type: "array", items: item ? this.of(item) : {} };
    }
    if (checker.isTupleType(type)) throw new Error(`A tuple has no schema yet: ${checker.typeToString(type)}`);
    if (type.isObjectType() || type.isIntersectionType()) return this.#object(type);
    throw new Error(`No JSON has this type: ${checker.typeToString(type)}`);
  }

  #union(types: readonly Type[]): Schema {
    const defined = types.filter(({ flags }) => !(flags & TypeFlags.Undefined));
    const literals = defined.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []));
    const isBoolean = defined.filter((one) => one.isBooleanLiteralType()).length === 2;
    const others = defined.filter((one) => !one.isStringLiteralType() && !(isBoolean && one.isBooleanLiteralType()));
    const isNull = ({ flags }: Type): boolean => (flags & TypeFlags.Null) !== 0;
    const choices: Schema[] = [
      ...(literals.length > 0 ? [{ type: "string", enum: literals.sort() }] : []),
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...others.filter((one) => !isNull(one)).map((one) => this.of(one)),
      ...others.filter(isNull).map(() => ({ type: "null" })),
    ];
    const [only] = choices;
    if (only && choices.length === 1) return only;
    const isPlain = choices.every((choice) => Object.keys(choice).join() === "type");
    return isPlain ? { type: choices.map(({ type }) => type) } : { anyOf: choices };
  }

  #object(type: Type): Schema {
    const { checker } = this.#types;
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of checker.getPropertiesOfType(type)) {
      const property = checker.getTypeOfSymbol(symbol);
      if (!property) throw new Error(`${symbol.name} has no type.`);
      const description = symbol.getDocumentationComment(checker).trim();
      properties[symbol.name] = { ...this.of(property), ...(description ? { description } : {}) };
      if (!isOptional(symbol.flags, property)) required.push(symbol.name);
    }
    const [index] = checker.getIndexInfosOfType(type);
    return {
      type: "object",
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.of(index.valueType) } : {}),
    };
  }
}

/** What JSON leaves out: marked so, or undefined. */
const isOptional = (flags: number, type: Type): boolean =>
  (flags & SymbolFlags.Optional) !== 0 ||
  (type.flags & TypeFlags.Undefined) !== 0 ||
  (type.isUnionType() && type.getTypes().some((one) => (one.flags & TypeFlags.Undefined) !== 0));
