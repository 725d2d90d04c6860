// `skein diff`: what a session changed.
import { relative, resolve } from "node:path";
import type { DiffAnswer } from "../../protocol/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { writeAll } from "../io.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";

/** Null for what is not in the directory. */
function pathIn(directory: string, path: string): string | null {
  const way = relative(directory, path);
  return way === "" || way === ".." || way.startsWith("../") ? null : way;
}

/** The changes of the files in it, if it is a directory. */
function inDirectory(answer: DiffAnswer, path: string): DiffAnswer {
  const isIn = (one: string | undefined): boolean => one?.startsWith(path.endsWith("/") ? path : `${path}/`) ?? false;
  const files = answer.files.filter((file) => isIn(file.path) || isIn(file.oldPath));
  const sum = (amount: (file: (typeof files)[number]) => number): number =>
    files.reduce((all, file) => all + amount(file), 0);
  const missing = answer.total.files - answer.files.length;
  const total = { files: files.length, added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
  return { ...answer, files, total: missing > 0 ? answer.total : total };
}

export const command = defineCommand({
  name: "diff",
  aliases: [],
  group: "HISTORY",
  summary: "Show what a session changed",
  usage: "diff [session] [path]",
  details: [
    "In a Git repository the files before and after each turn are compared; what others changed between turns is not shown. Elsewhere,",
    "the agent's own edits are shown.",
    "With a file, only that file, with more of its lines; with a directory, the files in it. In a terminal, output that does not fit goes to $PAGER, or to less.",
    "Piped, it is a patch that git apply takes, unless something in it is cut, binary or a submodule. What is shown of the agent's own edits",
    "is no patch: nothing tells on which lines they were, or which files are new.",
  ],
  examples: ["skein diff api", "skein diff api --turn last", "skein diff api --stat", "skein diff api src/auth.ts"],
  effect: "reads",
  flags: {
    turn: { type: "string", value: "n", summary: 'Only this turn: its number, or "last"' },
    stat: { type: "boolean", summary: "Only the files, with their numbers of lines" },
    "no-pager": { type: "boolean", summary: "Do not use a pager" },
  },
  maxPositionals: 2,
  async run(context) {
    const { io, flags, style, printJson } = context;
    if (flags.turn !== undefined && !/^(?:last|t?[1-9]\d{0,8})$/.test(flags.turn))
      throw usageFailure(`--turn can't be "${flags.turn}"`, 'give its number, such as 3, or "last"');
    const client = await context.client();
    const {
      ref,
      rest: [typed],
    } = sessionArgument(context);
    const session = await findSession(client, ref, context);
    const path =
      typed === undefined ? undefined : (pathIn(session.workspace.path, resolve(context.cwd, typed)) ?? typed);
    const wish = { turn: flags.turn, stat: flags.stat };
    const found = await client.diff(session.id, { ...wish, path });
    const answer =
      path === undefined || found.files.length > 0 ? found : inDirectory(await client.diff(session.id, wish), path);
    if (typed !== undefined && answer.files.length === 0)
      throw new Failure(`${displayName(session)} did not change ${typed}`, {
        ...{ exit: "notFound", code: "path_not_found" },
        fix: `see what it changed: skein diff ${await referenceTo(client, session, context)} --stat`,
      });
    if (flags.json) {
      printJson({ v: 1, session: { id: session.id, name: session.name }, ...answer });
      return exitCodes.ok.code;
    }
    const isForPerson = io.stdout.isTTY === true;
    const names = new Map<string, string>();
    for (const { code, ...note } of answer.notes)
      if (code === "others" && "sessions" in note)
        for (const id of note.sessions) {
          const row = await client.session(id).then(
            ({ session: found }) => found,
            () => null,
          );
          names.set(id, row?.name ?? id.slice(0, 8));
        }
    const look = { style, isForPerson, nameOf: (id: string) => names.get(id) ?? id.slice(0, 8) };
    const [{ diffText, notesOf, statLines }, { openPager }] = await Promise.all([
      import("../changes/write-diff.ts"),
      import("../programs/open-pager.ts"),
    ]);
    const pager = openPager(context, !flags["no-pager"]);
    try {
      const pieces = flags.stat ? [`${statLines(answer, look).join("\n")}\n`] : diffText(answer, look);
      for (const piece of pieces) {
        if (!pager.output.writable) break;
        await writeAll(pager.output, piece);
      }
    } finally {
      await pager.close();
    }
    // In a patch they would be in the way.
    if (!isForPerson && !flags.stat) for (const note of notesOf(answer, look)) io.stderr.write(`${note}\n`);
    return exitCodes.ok.code;
  },
});
