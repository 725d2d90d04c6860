// `skein limit`: shows or sets a session's limits.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { costCell, dollars, grouped } from "../text/numbers.ts";
import { renderTable } from "../text/table.ts";

const NONE = "none";

export const command = defineCommand({
  name: "limit",
  aliases: [],
  group: "WORK",
  summary: "Show or set a session's limits",
  usage: "limit [session]",
  details: [
    "At a limit the turn is stopped, and the session says why. Without flags it shows the current limits. A limit that is not set here",
    "comes from the config ([limits] in config.toml); none removes it for this session, whatever the config says.",
  ],
  examples: ["skein limit api", "skein limit api --usd 5 --turn-minutes 30", "skein limit api --usd none"],
  effect: {
    acts: "with a limit",
    when: ({ flags }) => [flags.usd, flags.tokens, flags["turn-minutes"]].some((typed) => typed !== undefined),
  },
  flags: {
    ...lastFlag,
    usd: { type: "string", value: "5|none", summary: "Cost of the whole session in dollars" },
    tokens: { type: "string", value: "2000000|none", summary: "Tokens of the whole session" },
    "turn-minutes": { type: "string", value: "30|none", summary: "How long one turn may take" },
  },
  maxPositionals: 1,
  async run(context) {
    const { flags, print, printJson } = context;
    const wanted = {
      ...limitField("budgetUsd", amount("--usd", flags.usd, /^\d+(\.\d+)?$/)),
      ...limitField("budgetTokens", amount("--tokens", flags.tokens, /^\d+$/)),
      ...limitField("turnMinutes", amount("--turn-minutes", flags["turn-minutes"], /^(?!0+(\.0+)?$)\d+(\.\d+)?$/)),
    };
    const client = await context.client({ confirms: true });
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    if (Object.keys(wanted).length > 0) await client.setLimits(session.id, wanted);
    const { state, limits } = await client.session(session.id);
    const { usage } = state;
    const rows = [
      row("cost", { key: "budgetUsd", own: state.limit.own, config: limits, used: usage.costUsd }),
      row("tokens", {
        key: "budgetTokens",
        own: state.limit.own,
        config: limits,
        used: usage.inputTokens + usage.outputTokens,
      }),
      row("turn minutes", { key: "turnMinutes", own: state.limit.own, config: limits, used: null }),
    ];
    if (flags.json) {
      const all = rows.map(({ key, limit, from, used }) => [key, { limit, from, used }]);
      printJson({ v: 1, session: session.id, limits: Object.fromEntries(all) });
      return exitCodes.ok.code;
    }
    if (flags.quiet) return exitCodes.ok.code;
    print(`${displayName(session)} may use:`);
    const cells = rows.map(({ what, limit, from, used }) =>
      [
        what,
        limit === null ? NONE : inUnits(what, limit),
        from,
        used === null ? "" : `used: ${what === "cost" ? costCell(used) : grouped(used)}`,
      ].map((text) => ({ text })),
    );
    for (const line of await renderTable(cells)) print(`  ${line}`);
    return exitCodes.ok.code;
  },
});

type Key = "budgetUsd" | "budgetTokens" | "turnMinutes";

const limitField = (key: Key, value: number | null | undefined): Partial<Record<Key, number | null>> =>
  value === undefined ? {} : { [key]: value };

function amount(flag: string, typed: string | undefined, form: RegExp): number | null | undefined {
  if (typed === undefined) return undefined;
  if (typed === NONE) return null;
  if (form.test(typed)) return Number(typed);
  throw usageFailure(`${flag} can't be "${typed}"`, `give a number, or ${NONE}`);
}

interface LimitRow {
  readonly key: Key;
  readonly own: Partial<Record<Key, number | null>>;
  readonly config: Readonly<Record<Key, number | null>>;
  readonly used: number | null;
}

function row(what: string, { key, own, config, used }: LimitRow) {
  const set = own[key];
  const limit = set === undefined ? config[key] : set;
  return { what, key, limit, from: set === undefined ? "by config" : "set for this session", used };
}

/** Money as in lists, and long numbers in groups. */
const inUnits = (what: string, count: number): string => (what === "cost" ? dollars(count) : grouped(count));
