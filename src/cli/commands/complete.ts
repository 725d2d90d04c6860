// `skein __complete`: words for shell completion, one per line. It asks a running daemon, starts none, and never fails.
import { isListening, unixTransport } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import { defineCommand } from "../command.ts";
import { plainClient } from "../daemon/stop-daemon.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Named, plainName, shortId } from "../render/session-name.ts";

/** The maximum of offered words. */
const MOST = 200;

/** Each word once; its meaning depends on where it is typed. */
const wordFor = (session: Named): string => plainName(session) ?? shortId(session.id);

const kinds: Readonly<Record<string, (paths: Paths) => Promise<readonly string[]>>> = {
  async sessions(paths) {
    if (!(await isListening(unixTransport(paths.socket)))) return [];
    const rows = await plainClient(paths).sessions({ shelf: "all" });
    return [...new Set(rows.slice(0, MOST).map(wordFor))];
  },
  async trash(paths) {
    if (!(await isListening(unixTransport(paths.socket)))) return [];
    const { items } = await plainClient(paths).trashed();
    return [...new Set(items.slice(0, MOST).map(wordFor))];
  },
  async agents(paths) {
    if (!(await isListening(unixTransport(paths.socket)))) return [];
    const { items } = await plainClient(paths).inspectAgents({ quick: true });
    return items.map(({ id }) => id);
  },
  async modes() {
    const { modeNames } = await import("../../core/index.ts");
    return modeNames;
  },
  async keys() {
    const { configDefinition } = await import("../../home/config.ts");
    return configDefinition.keys.map(({ key }) => key);
  },
};

export const command = defineCommand({
  name: "__complete",
  aliases: [],
  group: "CONNECT",
  summary: "Words for completion",
  usage: "__complete sessions | trash | agents | modes | keys",
  effect: "none",
  flags: {},
  maxPositionals: 1,
  needsNoHome: true,
  async run({ paths, positionals, print }) {
    const [kind = ""] = positionals;
    const ask = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    const words = (await ask?.(paths).catch(() => [])) ?? [];
    for (const word of words) print(word);
    return exitCodes.ok.code;
  },
});
