// The matrix and the details of each agent, as the documents show them.
import { modeNames } from "../../../src/core/index.ts";
import { type Feature, featureNames, features, YES } from "./feature.ts";
import type { KnownAgent, KnownWay } from "./known-agents.ts";
import type { Seen } from "./matrix.ts";

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(header), `|${"---|".repeat(header.length)}`, ...rows.map(row)].join("\n");

/** How it is run unless config.toml says otherwise. */
const isDefault = ({ transport }: KnownWay): boolean => transport === "stream";

const headings = featureNames.map((name) => features[name].heading);

/** One row for each agent: the way in which it is run unless somebody says otherwise. */
export const shortMatrix = (agents: readonly KnownAgent[]): string =>
  table(
    ["agent", "by", "tested with", ...headings],
    agents.flatMap(({ id, title, version, ways }) =>
      ways.filter(isDefault).map(({ how, seen }) => [`\`${id}\` ${title}`, how, version, ...cellsOf(seen)]),
    ),
  );

/** One row for each way of each agent. */
export const longMatrix = (agents: readonly KnownAgent[]): string =>
  table(
    ["agent", "transport", ...headings],
    agents.flatMap(({ id, ways }) =>
      ways.map(({ transport, seen }) => [`\`${id}\``, `\`${transport}\``, ...cellsOf(seen)]),
    ),
  );

export const legend = (): string =>
  featureNames.map((name) => `- **${features[name].heading}**: ${features[name].meaning}`).join("\n");

const cellsOf = (seen: Seen): string[] => featureNames.map((feature) => cellOf(feature, seen[feature] ?? []));

function cellOf(feature: Feature, values: readonly string[]): string {
  if (values.length === 0) return "–";
  if (feature === "fork") return values.includes("turn") ? "at any turn" : "as it stands";
  if (feature === "modes") return modeNames.filter((mode) => values.includes(mode)).join(" ");
  if (feature === "images") return values.includes("in the prompt") ? "✓" : "by path";
  return values.includes(YES) ? "✓" : values.join(" ");
}

/** What is declared, beside what was seen: install, login, ways, and what each mode really means. */
export const details = (agents: readonly KnownAgent[]): string => agents.map(detailsOf).join("\n\n");

function detailsOf({ id, title, version, install, ways }: KnownAgent): string {
  const [first] = ways;
  const login = first?.driver.probe.login;
  return [
    `### ${title}: \`${id}\``,
    "",
    `Tested with ${version}. Install: \`${install}\`.${login ? ` Login: ${login.hint}.` : ""}`,
    "",
    table(
      ["transport", "by", "modes: edits, commands"],
      ways.map((way) => [`\`${way.transport}\`${isDefault(way) ? " (default)" : ""}`, way.how, modesOf(way)]),
    ),
  ].join("\n");
}

function modesOf({ driver }: KnownWay): string {
  const { modes } = driver.capabilities;
  const lines = modeNames.flatMap((mode) => {
    const effect = modes[mode];
    return effect ? [`\`${mode}\` ${effect.edits}, ${effect.commands}${effect.note ? ` (${effect.note})` : ""}`] : [];
  });
  return lines.join("<br>") || "none";
}
