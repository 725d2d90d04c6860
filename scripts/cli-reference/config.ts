// The table of keys in docs/config.md.
import { configKeys, usualValue } from "../../src/cli/config/config-keys.ts";
import { prose, table } from "./markdown.ts";

export const configReference = (): string =>
  table(
    ["key", "what", "by itself", "such as"],
    configKeys.map((one) => {
      const usual = usualValue(one);
      return [
        `\`${one.key}\``,
        prose(one.text),
        usual === null ? "–" : `\`${JSON.stringify(usual)}\``,
        `\`${one.example}\``,
      ];
    }),
  );
