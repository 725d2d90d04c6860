// `[tools.<name>]` in config.toml: an agent of one's own, by the protocol that it speaks.

export interface ToolConfig {
  readonly protocol: "acp";
  /** A name for PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What is wrong with the value of a key, or a key that nobody knows. Both never return. */
export interface Complain {
  about(key: string, wanted: string): never;
  unknown(key: string, known: readonly string[]): never;
}

const keys = ["protocol", "command", "args", "env"];

export function parseTools(value: unknown, complain: Complain): Record<string, ToolConfig> {
  if (!isTable(value)) return complain.about("tools", "tables: [tools.<name>]");
  return Object.fromEntries(
    Object.entries(value).map(([name, tool]) => {
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(name))
        return complain.about(`tools."${name}"`, "named with letters, digits, dots, dashes and underscores");
      return [name, parseTool(tool, { key: `tools.${name}`, complain })];
    }),
  );
}

function parseTool(tool: unknown, { key, complain }: { key: string; complain: Complain }): ToolConfig {
  if (!isTable(tool)) return complain.about(key, `a table: [${key}]`);
  for (const one of Object.keys(tool)) if (!keys.includes(one)) complain.unknown(`${key}.${one}`, keys);
  const { protocol, command, args = [], env = {} } = tool;
  if (protocol !== "acp") return complain.about(`${key}.protocol`, '"acp"');
  if (!isCommand(command)) return complain.about(`${key}.command`, "a program's name, or its path beginning with /");
  if (!isListOfText(args)) return complain.about(`${key}.args`, "a list of texts");
  if (!isEnvironment(env)) return complain.about(`${key}.env`, "a table of texts: names without =");
  return { protocol, command, args, env };
}

export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\0");

/** Not a relative path: it would mean another program in every directory. */
export const isCommand = (value: unknown): value is string => isText(value) && /^(\/|[^/]+$)/.test(value);

export const isListOfText = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

const isEnvironment = (value: unknown): value is Record<string, string> =>
  isTable(value) && Object.entries(value).every(([name, text]) => /^[^=\0]+$/.test(name) && isText(text));
