// `skein fork`: a new session whose agent knows the conversation up to the end of a turn. The original stays unchanged.
import { type Client, type ListedSession, ProblemError } from "../../client/index.ts";
import { beginSession } from "../attach/begin-session.ts";
import { defineCommand } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { parseTurn } from "../input/parse-turn.ts";
import { readPrompt } from "../input/read-prompt.ts";
import { displayName, nameAndId, shortId } from "../render/session-name.ts";
import { clientEnvironment } from "../session/client-environment.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { nameGiven } from "../session/name-given.ts";
import { safeLine } from "../text/safe-text.ts";

export const command = defineCommand({
  name: "fork",
  aliases: [],
  group: "START",
  summary: "Fork a session: a new one with the same conversation so far",
  usage: 'fork <session> ["<prompt>" | -]',
  details: [
    "The fork begins at the end of the last finished turn, or of the one that --turn names. The original session does not change. Mode,",
    "model and limits are copied. Files are not: both sessions work in the same directory. Opening and waiting work as with `new`.",
  ],
  examples: ['skein fork fix "try another way"', "skein fork fix --turn t3 --name fix-2"],
  effect: "acts",
  flags: {
    ...lastFlag,
    turn: { type: "string", value: "turn", formerly: ["at"], summary: "The last turn to include: 3 or t3" },
    name: { type: "string", formerly: ["n"], value: "name", summary: "Name of the session" },
    detach: { type: "boolean", short: "d", summary: "Do not open the session and do not wait" },
  },
  maxPositionals: 2,
  takesText: true,
  async run(context) {
    const { io, flags } = context;
    const turn = flags.turn === undefined ? null : `t${parseTurn(flags.turn)}`;
    const name = flags.name === undefined ? {} : { name: nameGiven(flags.name), exactName: true };
    const { ref, rest } = sessionArgument(context, flags.last);
    if (ref === undefined)
      throw usageFailure(
        "no session named",
        'usage: skein fork <session> ["<prompt>"] (@ is this directory\'s session)',
      );
    const text = rest[0] === undefined ? null : await readPrompt(rest[0], io);
    const client = await context.client();
    const source = await findSession(client, ref, context);
    const made = await fork(client, source, {
      env: clientEnvironment(io),
      ...(turn === null ? {} : { at: { turn } }),
      ...name,
    });
    const last = made.session.fork?.turn ?? null;
    const line = `created ${nameAndId(made.session)}, forked from ${displayName(source)}${last === null ? "" : ` after ${last}`}`;
    return beginSession(client, context, { made, text, typed: rest[0], isDetached: flags.detach, isKept: true, line });
  },
});

/** Adds alternatives to a refusal. */
async function fork(client: Client, source: ListedSession, options: Parameters<Client["fork"]>[1]) {
  try {
    return await client.fork(source.id, options);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === "turn_not_found") throw await noSuchTurn(client, source, error);
    if (error.code === "capability_missing") throw await cannotFork(client, source, error);
    throw error;
  }
}

const SHOWN_TURNS = 10;

/** The newest finished turns, each with the beginning of its prompt. */
async function noSuchTurn(client: Client, source: ListedSession, error: ProblemError): Promise<Failure> {
  const { finishedTurns } = await import("../history/finished-turns.ts");
  const turns = await finishedTurns(client, source, SHOWN_TURNS);
  return new Failure(safeLine(error.message), {
    exit: "notFound",
    code: error.code,
    fix: turns.length > 0 ? "choose one of them, or leave --turn out for the last" : "wait for its first turn to end",
    lines: turns.map(({ turn, title }) => `${turn}  ${safeLine(title)}`),
    facts: { turns: turns.map(({ turn }) => turn) },
    cause: error,
  });
}

async function cannotFork(client: Client, source: ListedSession, error: ProblemError): Promise<Failure> {
  if (error.facts.isUnresumable === true)
    return new Failure(safeLine(error.message), {
      exit: "failed",
      code: error.code,
      fix: await forkElsewhere(client, source),
      facts: { capability: "fork" },
      cause: error,
    });
  const { items } = await client.inspectAgents({ quick: true });
  const able = items.flatMap(({ id, capabilities }) => (capabilities.fork === "none" ? [] : [id]));
  return new Failure(safeLine(error.message), {
    exit: "failed",
    code: error.code,
    fix: `agents that can: ${able.join(", ") || "none of the known ones"}; see: skein agents`,
    facts: { capability: "fork", agents: able },
    cause: error,
  });
}

/** A session imported under a new id has the conversation of another session. */
async function forkElsewhere(client: Client, { copyOf }: ListedSession): Promise<string> {
  const original = copyOf && (await client.session(copyOf.session).catch(() => null))?.session;
  return original && original.shelf !== "trash"
    ? `fork that session: skein fork ${shortId(original.id)}`
    : "start a new session: skein new";
}
