// `skein doctor`: checks the setup, and says how to fix each problem.
import type { Client } from "../../client/index.ts";
import { type Context, defineCommand } from "../command.ts";
import type { State } from "../doctor/check.ts";
import type { Result } from "../doctor/run-checks.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireTrustedHome } from "../require-home.ts";
import type { Style } from "../text/style.ts";
import { renderTable } from "../text/table.ts";

export const command = defineCommand({
  name: "doctor",
  aliases: [],
  group: "CONNECT",
  summary: "Check your setup",
  usage: "doctor",
  details: [
    "It starts the daemon if none runs, as every command does; if that fails, it checks the rest without one. It does not wait for a",
    "daemon that is paused or does not answer.",
    "It changes nothing. The exit code is 0 unless something will not work.",
    '--json prints {"v":1,"ok",…,"checks":[{"id","state","title","text","hint"}]}; states are ok, note, warning and failed. "fix" is the',
    'former name of "hint".',
  ],
  effect: "none",
  flags: {},
  maxPositionals: 0,
  needsNoHome: true,
  async run(context) {
    const { io, paths, flags, style, print, printJson } = context;
    const { runChecks } = await import("../doctor/run-checks.ts");
    const results = await runChecks({ io, paths }, () => connect(context));
    const isWell = results.every(({ state }) => state !== "failed");
    if (flags.json) printJson({ v: 1, ok: isWell, checks: results.map(asJson) });
    else {
      const marks = marksIn(style);
      const rows = results.map(({ state, title, text }) => [marks[state], { text: title }, { text }]);
      const lines = await renderTable(rows);
      for (const [index, line] of lines.entries()) {
        const fix = results[index]?.fix;
        print(line);
        if (fix !== undefined) print(`     ${style.dim("fix:")} ${fix}`);
      }
    }
    return isWell ? exitCodes.ok.code : exitCodes.failed.code;
  },
});

/** The remedy is `hint`, as in errors; `fix` is its former name. */
const asJson = ({ fix, ...one }: Result): object => ({ ...one, hint: fix ?? null, fix: fix ?? null });

/** It does not wait for a daemon that can't be reached. */
async function connect({ paths, client }: Context): Promise<Client> {
  requireTrustedHome(paths);
  const { refuseToWait } = await import("../doctor/reach.ts");
  await refuseToWait(paths);
  return client();
}

const marksIn = ({
  glyphs,
  green,
  yellow,
  red,
  dim,
}: Style): Readonly<Record<State, { text: string; paint: (text: string) => string }>> => ({
  ok: { text: glyphs.done, paint: green },
  note: { text: glyphs.dot, paint: dim },
  warning: { text: glyphs.warning, paint: yellow },
  failed: { text: glyphs.failed, paint: red },
});
