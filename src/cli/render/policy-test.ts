// `skein policy test` for people: past questions, their answers, what the rules would answer now, and proposed rules.
import type { PolicyTest } from "../../client/index.ts";
import { exactText } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import { type Cell, renderTable } from "../text/table.ts";
import { displayName } from "./session-name.ts";

type Item = PolicyTest["items"][number];

const header = ["SEQ", "ANSWERED", "RULES SAY", "ASKED"];

export async function policyTestLines(
  { session, ref }: { session: { id: string; name: string | null }; ref: string },
  { items, proposals, problems }: PolicyTest,
  style: Style,
): Promise<string[]> {
  const rows = items.map((item): Cell[] => [
    { text: String(item.seq), paint: style.dim },
    { text: item.answer ?? "-" },
    { text: isTooLong(item) ? "can't say" : item.verdict, ...paintOf(item, style) },
    { text: askedText(item) },
  ]);
  const table = await renderTable([header.map((text) => ({ text, paint: style.dim })), ...rows]);
  const name = displayName(session);
  return [
    ...problems.map((problem) => style.red(`no rule allows anything: ${exactText(problem)}`)),
    ...(items.length === 0 ? [`${name} has asked nothing that rules could answer.`] : table),
    ...(items.length === 0 ? [] : ["", summary(items)]),
    ...proposals.flatMap((text, index) => [
      "",
      `${style.bold(String(index + 1))}  could be added: skein policy test ${ref} --add ${index + 1}`,
      ...proposalLines(text),
    ]),
  ];
}

/** In the syntax of the file. */
export const proposalLines = (text: string): string[] => exactText(text).trimEnd().split("\n");

/** The rules could not evaluate it, because only its beginning is available. */
const isTooLong = ({ isPartial, verdict }: Item): boolean => isPartial === true && verdict === "ask";

const askedText = ({ request }: Item): string => {
  const { command, paths, tool, kind, cwd } = request;
  const what = command ?? `${tool ?? kind} ${paths.join(" ")}`.trim();
  return safeLine(exactText(cwd === undefined ? what : `${what} (in ${cwd})`));
};

const paintOf = ({ outcome }: Item, { green, red, yellow }: Style): Pick<Cell, "paint"> | Record<never, never> => {
  const paints = { agrees: green, contradicts: red, decides: yellow, asks: null };
  const paint = paints[outcome];
  return paint ? { paint } : {};
};

function summary(items: readonly Item[]): string {
  const count = (outcome: Item["outcome"]): number => items.filter((item) => item.outcome === outcome).length;
  const tooLong = items.filter(isTooLong).length;
  return [
    `${items.length} asked`,
    `${count("agrees")} answered by rules as you did`,
    `${count("contradicts")} differently than you did`,
    `${count("decides")} that nobody answered`,
    `${count("asks")} still asked`,
    ...(tooLong === 0 ? [] : [`${tooLong} of these too long to be evaluated here`]),
  ].join(", ");
}
