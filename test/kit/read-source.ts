// What the architecture test needs to know of a source file, read from its syntax tree: comments and strings can't mislead it.
import { parseSync } from "vite";

export interface SourceFile {
  /** From the repository's root: "src/core/event.ts". */
  readonly path: string;
  /** Type-only imports count: what a file must know of is what it depends on. */
  readonly imports: readonly { readonly specifier: string; readonly lazy: boolean }[];
  /** Names as they are used: "process", "process.exit"; of calls without arguments also "Date()" and "new Date()"; "void" for the operator. */
  readonly mentions: ReadonlySet<string>;
  /** Calls of functions that were imported from node:fs, with their arguments as written. */
  readonly fsCalls: readonly { readonly name: string; readonly args: string }[];
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

const importing = [
  "ImportDeclaration",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
  "ImportExpression",
  "TSImportType",
];

export function readSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);

  const imports: SourceFile["imports"][number][] = [];
  const mentions = new Set<string>();
  const fsCalls: SourceFile["fsCalls"][number][] = [];
  const fsNames = new Map<string, string>();

  visit(program, (node) => {
    const source = node.source as Node | null;
    if (importing.includes(node.type) && source) {
      const specifier = source.type === "Literal" ? String(source.value) : text.slice(source.start, source.end);
      imports.push({ specifier, lazy: node.type === "ImportExpression" });
      if (/^node:fs(\/promises)?$/.test(specifier)) {
        for (const { local, imported } of (node.specifiers ?? []) as { local: Node; imported?: Node }[]) {
          fsNames.set(String(local.name), String(imported?.name ?? "*"));
        }
      }
    }
    if (node.type === "Identifier") mentions.add(String(node.name));
    if (node.type === "MemberExpression") mentions.add(memberName(node));
    if (node.type === "UnaryExpression" && node.operator === "void") mentions.add("void");
    if (isBareCall(node)) mentions.add(text.slice(node.start, node.end));
    if (node.type === "CallExpression") {
      const [object = "", property] = memberName(node.callee as Node).split(".");
      const name = property ?? fsNames.get(object) ?? object;
      const args = (node.arguments as Node[]).map((argument) => text.slice(argument.start, argument.end)).join(", ");
      if (fsNames.has(object)) fsCalls.push({ name, args });
    }
  });
  return { path, imports, mentions, fsCalls };
}

function isBareCall(node: Node): boolean {
  return /^(Call|New)Expression$/.test(node.type) && (node.arguments as Node[]).length === 0;
}

/** "a.b" for the end of a member chain (`globalThis.process.exit` gives "process.exit"), "a" for a name. */
function memberName(node: Node): string {
  if (node.type !== "MemberExpression") return String(node.name ?? "");
  const object = node.object as Node;
  const owner = object.type === "MemberExpression" ? nameOf(object.property as Node) : nameOf(object);
  return `${owner}.${nameOf(node.property as Node)}`;
}

function nameOf(node: Node): string {
  return String(node.name ?? node.value ?? "");
}

function visit(node: unknown, seen: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, seen);
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  seen(node as Node);
  // A property's name is no use of the global that is called the same.
  const skipped = "computed" in node && node.computed ? [] : ["property", "key"];
  for (const [key, child] of Object.entries(node)) if (!skipped.includes(key)) visit(child, seen);
}
