// The body of each command, as the server checks it. Unknown fields are refused: a typo must not silently do less.
import * as z from "zod";
import { inOwnSpelling, isModelName, looksLikeId, pathInOwnSpelling } from "../core/index.ts";
import { limits } from "./api.ts";
import type { RouteName } from "./routes.ts";

const id = z.uuid().overwrite(inOwnSpelling);
/** What a session or a prompt is referred to by. */
const reference = z.string().overwrite(inOwnSpelling);
/** The creating client's environment; the agent gets it, cleaned. Never stored in the log, never sent back. */
const variables = z.record(z.string(), z.string());
const env = variables.optional();
const place = {
  /** As the person typed it; resolved against `cwd`. */
  path: z.string().optional(),
  /** The client's, so absolute: the daemon's own is no place that anybody means. */
  cwd: z.string().startsWith("/"),
};
const agent = z.string().optional();
const textPart = z.strictObject({ type: z.literal("text"), text: z.string().min(1) });
/** One line that can be a file's name anywhere. */
const fileName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^(?!\.{1,2}$)[^\p{C}/\\]+$/u, "must be a file's name: one line without / and \\");
const mediaType = z
  .string()
  .max(127)
  .toLowerCase()
  .regex(
    /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/,
    "must be a media type without parameters, such as image/png",
  );
/** A file that was uploaded before. */
const filePart = z.strictObject({
  type: z.literal("file"),
  name: fileName,
  mediaType,
  hash: z.string().regex(/^[0-9a-f]{64}$/, "must be what the upload answered: 64 hex digits"),
});
const promptContent = z
  .array(z.discriminatedUnion("type", [textPart, filePart]))
  .min(1)
  .refine(
    (parts) => parts.filter(({ type }) => type === "file").length <= limits.promptFiles,
    `may have ${limits.promptFiles} files at most`,
  );
/** What people type to mean a session: one line, and nothing that could be taken for a flag or a default. */
export const sessionName = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameCharacters)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}@-][^\p{C}\p{Zl}\p{Zp}]*$/u, "must be one line that does not begin with - or @")
  .refine((name) => !looksLikeId(name), "must not look like a session's id");

const exactName = z.boolean().optional();

/** The session as the person was shown it: in one that has begun to work since then, or that somebody has used, nothing is done (`moved`). */
const expect = z
  .strictObject({ turns: z.number().int().nonnegative(), isAtWork: z.boolean(), lastActiveAt: z.string() })
  .optional();

/** It goes into the arguments of programs. */
const modelName = z
  .string()
  .trim()
  .min(1)
  .refine(isModelName, "must be one line of at most 200 characters that does not begin with -");

export const bodies = {
  /** `terminal`: the path of the terminal that the client's person works in. */
  confirmOnTerminal: z.strictObject({
    id,
    terminal: z.string().max(120),
    /** What the code is for: requests as `PUT /v1/sessions/…/mode`, each once. Without it: one request, whichever comes first. */
    for: z.array(z.string().max(500).overwrite(pathInOwnSpelling)).min(1).max(1000).optional(),
  }),
  drain: z.strictObject({ id, agents: z.enum(["keep", "stop"]).optional() }),
  /** Makes a backup now. */
  backup: z.strictObject({ id }),
  /** What agents are good for as the client would run them; one, or all. */
  inspectAgents: z.strictObject({ id, agent, env, quick: z.boolean().optional() }),
  /** A name that another session here has gets a number, unless `exactName` says that it is then refused. */
  create: z.strictObject({ id, ...place, agent, name: sessionName.optional(), exactName, env }),
  /** Another session that knows what was said up to the end of a turn; without `at` up to the last one that ended. */
  fork: z.strictObject({
    id,
    at: z.strictObject({ turn: z.string().min(1) }).optional(),
    name: sessionName.optional(),
    exactName,
    env,
  }),
  /** Opens the workspace's session: the active one, else its latest, else a new one. */
  attach: z.strictObject({
    id,
    ...place,
    agent,
    env,
    /** One that is there keeps the environment that it has: nobody sits at this client's terminal. */
    keepsEnvironment: z.boolean().optional(),
  }),
  /** `id` is the prompt's id too: sending it again is harmless and tells what came of it. */
  prompt: z.strictObject({
    id,
    content: promptContent,
    /** A command of the agent's own, such as `/compact`: the text begins with its name. For people only. */
    command: z.boolean().optional(),
    /** While a turn runs: wait for it, go into it, or stop it. */
    when: z.enum(["queue", "steer", "interrupt"]).optional(),
    /** What to do where it can't go into the running turn. */
    else: z.enum(["queue", "reject"]).optional(),
    expectTurn: z.string().optional(),
    place: z.strictObject({ before: reference.nullable() }).optional(),
    notBefore: z.iso.datetime({ offset: true }).optional(),
    after: reference.optional(),
    held: z.boolean().optional(),
  }),
  editPrompt: z.strictObject({
    id,
    content: z.array(textPart).min(1).optional(),
    /** `null` = to the end. */
    before: reference.nullable().optional(),
    notBefore: z.iso.datetime({ offset: true }).nullable().optional(),
    after: reference.nullable().optional(),
    held: z.boolean().optional(),
  }),
  withdrawPrompt: z.strictObject({ id }),
  queue: z
    .strictObject({
      id,
      paused: z.boolean().optional(),
      /** Each waiting prompt once. */
      order: z.array(reference).optional(),
      clear: z.boolean().optional(),
      /** With `clear`: only these, so that nothing goes that came after a person looked. */
      prompts: z.array(reference).optional(),
    })
    .refine(({ clear, prompts }) => clear === true || prompts === undefined, {
      path: ["prompts"],
      message: "goes with clear: true",
    }),
  interrupt: z.strictObject({ id, turn: z.string().optional(), clear: z.boolean().optional() }),
  answer: z.strictObject({
    id,
    option: z.string(),
    message: z.string().optional(),
    /** What was filled in, where the agent wanted to know something. */
    content: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
    /** Also from now on; `rule` is the text that the person was shown. */
    remember: z.strictObject({ scope: z.enum(["session", "project"]), rule: z.string() }).optional(),
  }),
  /** For the workspace of this session; `rule` as a policy file says it. */
  addRule: z.strictObject({ id, session: reference, rule: z.string() }),
  testPolicy: z.strictObject({ id, session: reference }),
  /** `null` takes the name away. */
  rename: z.strictObject({ id, value: sessionName.nullable() }),
  /** `force`: also one whose agent works: its turn is stopped. */
  archive: z.strictObject({ id, value: z.boolean(), force: z.boolean().optional(), expect }),
  /** To the trash. What goes together has one `batch`; without it the command's own id. */
  trash: z.strictObject({ id, batch: id.optional(), force: z.boolean().optional(), expect }),
  /** Everything in the trash, now and for good; with `sessions` only those, so that nothing goes that came after a person looked. */
  emptyTrash: z.strictObject({ id, sessions: z.array(id).max(100_000).optional() }),
  restore: z.strictObject({ id }),
  /** Looks at every event of the session, and at every long text that they refer to. */
  verify: z.strictObject({ id }),
  /** Another session in the place of this one, with the same agent and nothing said yet. */
  clear: z.strictObject({ id, env }),
  /** Ends the agent's process; the next prompt goes on with the conversation in another one. */
  restart: z.strictObject({ id, expect }),
  stop: z.strictObject({ id, expect }),
  select: z.strictObject({ id }),
  /** Which variables of the session's agent are other ones than these. */
  compareEnvironment: z.strictObject({ id, env: variables }),
  /** From the agent's next process on. */
  renewEnvironment: z.strictObject({ id, env: variables, expect }),
  /** `null` takes a mode back: the agent works as it does by itself. */
  setMode: z.strictObject({ id, value: z.string().min(1).nullable() }),
  setModel: z.strictObject({ id, value: modelName }),
  /** `null` takes a limit away; what is not given stays. */
  setLimits: z.strictObject({
    id,
    turnMinutes: z.number().positive().nullable().optional(),
    budgetUsd: z.number().nonnegative().nullable().optional(),
    budgetTokens: z.number().int().nonnegative().nullable().optional(),
  }),
  /** What a client's person looks at. It holds for so long and is to be renewed; 0 ends it. */
  focus: z.strictObject({
    id,
    client: id,
    /** `null` = at none: another window, another pane. */
    session: reference.nullable(),
    seconds: z.number().min(0).max(limits.focusSeconds),
    /** It shows what comes as `attention` frames with its name. */
    notifies: z.boolean().optional(),
  }),
  acknowledge: z.strictObject({ id, seq: z.number().int().nonnegative() }),
} satisfies Partial<Record<RouteName, z.ZodType>>;

export type CommandRoute = keyof typeof bodies;
export type BodyOf<R extends CommandRoute> = z.output<(typeof bodies)[R]>;
/** All of them, by route. */
export type Bodies = { [R in CommandRoute]: BodyOf<R> };
