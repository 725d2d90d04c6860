// The declarations of a module in one file that needs no other: named types keep their names and comments, everything that was inferred
// is written out. So whoever uses the package sees neither our folders nor the library that checks data.
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  type Signature,
  SignatureKind,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";
import type { Types } from "./read-types.ts";

export function declarationsOf(types: Types, path: string): string {
  const writer = new Writer(types);
  const { checker } = types;
  const own = [...types.exportsOf(path).values()].map((one) =>
    one.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
  );
  const functions = own.flatMap((one) => (one.flags & SymbolFlags.Function ? [writer.function(one)] : []));
  for (const one of own) if (!(one.flags & SymbolFlags.Function)) writer.text(checker.getDeclaredTypeOfSymbol(one));
  return `${[...functions, ...writer.named()].join("\n\n")}\n`;
}

class Writer {
  readonly #types: Types;
  readonly #ids = new Map<string, number>();
  readonly #unwritten: [string, Type][] = [];

  constructor(types: Types) {
    this.#types = types;
  }

  /** Every named type that was mentioned, and what those mention. */
  named(): string[] {
    const written: [string, string][] = [];
    for (let next = this.#unwritten.shift(); next; next = this.#unwritten.shift()) {
      written.push([next[0], this.#declaration(...next)]);
    }
    return written.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  function(symbol: TsSymbol): string {
    const { checker } = this.#types;
    const type = checker.getTypeOfSymbol(symbol);
    const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    if (!signature) throw new Error(`${symbol.name} can't be called.`);
    return `${this.#comment(symbol, "")}export declare function ${symbol.name}${this.#signature(signature, ": ", "")};`;
  }

  text(type: Type, indent = ""): string {
    const name = this.#types.nameOf(type);
    if (name === null) return this.#write(type, indent);
    const known = this.#ids.get(name);
    if (known !== undefined && known !== type.id) throw new Error(`Two types are called ${name}: rename one of them.`);
    if (known === undefined) {
      this.#ids.set(name, type.id);
      this.#unwritten.push([name, type]);
    }
    return name;
  }

  #declaration(name: string, type: Type): string {
    const symbol = type.getSymbol();
    const comment = symbol && symbol.name === name ? this.#comment(symbol, "") : "";
    const isClass = symbol !== undefined && (symbol.flags & SymbolFlags.Class) !== 0;
    const isError = isClass && this.#types.checker.getPropertyOfType(type, "stack") !== undefined;
    if (isError)
      return `${comment}export declare class ${name} extends Error ${this.#members(type, "", ["stack", "cause"])}`;
    const isInterface = symbol !== undefined && (symbol.flags & SymbolFlags.Interface) !== 0;
    if (isClass || isInterface) return `${comment}export interface ${name} ${this.#members(type, "")}`;
    return `${comment}export type ${name} = ${this.#write(type, "")};`;
  }

  #write(type: Type, indent: string): string {
    const { checker } = this.#types;
    if (type.flags & TypeFlags.Boolean) return "boolean";
    if (type.isUnionType()) return this.#union(type, indent);
    if (type.isLiteralType()) return JSON.stringify(type.value);
    if (type.isIntrinsicType()) return checker.typeToString(type);
    if (type.isTypeParameter()) throw new Error(`A generic type can't be written out: ${checker.typeToString(type)}`);
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type);
      const isReadonly = type.getTarget().getSymbol()?.name === "ReadonlyArray";
      return `${isReadonly ? "readonly " : ""}${bracketed(item ? this.text(item, indent) : "unknown")}[]`;
    }
    const foreign = this.#foreign(type, indent);
    if (foreign) return foreign;
    const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (call) return this.#signature(call, " => ", indent);
    if (type.isObjectType() || type.isIntersectionType()) return this.#members(type, indent);
    throw new Error(`No declaration for ${checker.typeToString(type)}.`);
  }

  #union(type: Type & { getTypes(): readonly Type[] }, indent: string): string {
    const members = type.getTypes();
    const something = this.#types.checker.getNonNullableType(type);
    // A union with a name is flattened into a larger one; of "this or nothing" the name is found again.
    const isNamed = something !== undefined && something.id !== type.id && this.#types.nameOf(something) !== null;
    if (something && isNamed) {
      const nothing = members.filter(({ flags }) => flags & (TypeFlags.Null | TypeFlags.Undefined));
      return [something, ...nothing].map((one) => this.text(one, indent)).join(" | ");
    }
    const isBoolean = members.filter((one) => one.isBooleanLiteralType()).length === 2;
    const others = members.filter((one) => !(isBoolean && one.isBooleanLiteralType()));
    const last = ({ flags }: Type): number => (flags & (TypeFlags.Null | TypeFlags.Undefined) ? 1 : 0);
    return [
      ...(isBoolean ? ["boolean"] : []),
      ...others.toSorted((a, b) => last(a) - last(b)).map((one) => this.text(one, indent)),
    ]
      .map((one) => (one.includes("=>") ? `(${one})` : one))
      .join(" | ");
  }

  /** What the language or the platform declares is mentioned by its name. */
  #foreign(type: Type, indent: string): string | null {
    const symbol = type.getSymbol();
    if (!symbol || !(symbol.flags & (SymbolFlags.Interface | SymbolFlags.Class))) return null;
    if (!symbol.declarations.some(({ path }) => /\/lib\.[^/]*d\.ts$|\/node_modules\/@types\//.test(path))) return null;
    const given = type.isTypeReference() ? this.#types.checker.getTypeArguments(type) : [];
    return given.length > 0 ? `${symbol.name}<${given.map((one) => this.text(one, indent)).join(", ")}>` : symbol.name;
  }

  #members(type: Type, indent: string, without: readonly string[] = []): string {
    const { checker } = this.#types;
    const inner = `${indent}  `;
    const members = checker
      .getPropertiesOfType(type)
      .filter((symbol) => !without.includes(symbol.name) && !isHidden(symbol.name) && !this.#isProtected(symbol))
      .map((symbol) => `${this.#comment(symbol, inner)}${inner}${this.#member(symbol, inner)};`);
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, valueType }) => `${inner}[key: ${this.text(keyType)}]: ${this.text(valueType, inner)};`);
    const all = [...members, ...indexes];
    return all.length > 0 ? `{\n${all.join("\n")}\n${indent}}` : "{}";
  }

  #member(symbol: TsSymbol, indent: string): string {
    const { checker } = this.#types;
    const type = checker.getTypeOfSymbol(symbol);
    if (!type) throw new Error(`${symbol.name} has no type.`);
    const [call] = symbol.flags & SymbolFlags.Method ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    if (call) return `${symbol.name}${this.#signature(call, ": ", indent)}`;
    const readonly = this.#isReadonly(symbol) ? "readonly " : "";
    const optional = symbol.flags & SymbolFlags.Optional ? "?" : "";
    const name = /^[\w$]+$/.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name);
    return `${readonly}${name}${optional}: ${this.text(type, indent)}`;
  }

  #signature(signature: Signature, arrow: string, indent: string): string {
    const { checker } = this.#types;
    const parameters = signature.getParameters().map((symbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      const node = this.#node(symbol);
      const isOptional =
        node && ("initializer" in node || "questionToken" in node) && !!(node.initializer ?? node.questionToken);
      // One that is taken apart where it is received has no name of its own.
      const name = /^[A-Za-z_$][\w$]*$/.test(symbol.name) && !symbol.name.startsWith("__") ? symbol.name : "options";
      return `${name}${isOptional ? "?" : ""}: ${type ? this.text(type, indent) : "unknown"}`;
    });
    const result = checker.getReturnTypeOfSignature(signature);
    return `(${parameters.join(", ")})${arrow}${result ? this.text(result, indent) : "void"}`;
  }

  #isReadonly(symbol: TsSymbol): boolean {
    const node = this.#node(symbol);
    if (!node) return false;
    if (node.kind === SyntaxKind.GetAccessor) return (symbol.flags & SymbolFlags.SetAccessor) === 0;
    return hasModifier(node, SyntaxKind.ReadonlyKeyword);
  }

  /** Only subclasses see it. */
  #isProtected(symbol: TsSymbol): boolean {
    const isOfClass = symbol.flags & (SymbolFlags.Property | SymbolFlags.Method);
    return isOfClass !== 0 && hasModifier(this.#node(symbol), SyntaxKind.ProtectedKeyword);
  }

  #node(symbol: TsSymbol): (Node & { initializer?: unknown; questionToken?: unknown }) | undefined {
    return (symbol.valueDeclaration ?? symbol.declarations[0])?.resolve(this.#types.project);
  }

  /** A field of a schema says in `.describe(…)` what it is. */
  #description(symbol: TsSymbol): string {
    const node = this.#node(symbol);
    if (node?.kind !== SyntaxKind.PropertyAssignment) return "";
    const [, text] = /\.describe\(\s*("(?:[^"\\]|\\.)*"),?\s*\)$/.exec(node.getText()) ?? [];
    return text === undefined ? "" : (JSON.parse(text) as string);
  }

  #comment(symbol: TsSymbol, indent: string): string {
    const text = symbol.getDocumentationComment(this.#types.checker).trim() || this.#description(symbol);
    if (text === "") return "";
    const lines = text.split("\n");
    return lines.length === 1
      ? `${indent}/** ${text} */\n`
      : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
  }
}

const hasModifier = (node: Node | undefined, modifier: SyntaxKind): boolean =>
  (node as { modifiers?: readonly Node[] } | undefined)?.modifiers?.some(({ kind }) => kind === modifier) ?? false;

/** Private fields, and what every prototype has. */
const isHidden = (name: string): boolean => name.includes("#") || name.startsWith("__") || name === "prototype";

const bracketed = (text: string): string =>
  /[|&]|=>|^readonly /.test(text) && !text.startsWith("{") ? `(${text})` : text;
