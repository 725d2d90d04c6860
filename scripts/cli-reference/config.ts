// The table of keys in docs/config.md.
import type { ConfigKey } from "../../src/home/config.ts";
import { prose, table } from "./markdown.ts";

export const configReference = (keys: readonly ConfigKey[]): string =>
  table(
    ["key", "what", "default", "such as"],
    keys.map((one) => [
      `\`${one.key}\``,
      prose(one.text),
      one.default === null ? "–" : `\`${JSON.stringify(one.default)}\``,
      `\`${one.example}\``,
    ]),
  );
