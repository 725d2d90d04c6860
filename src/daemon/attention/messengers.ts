// Sends notifications, by one channel at a time: by none while someone looks at the session, else by the terminal where the user was last,
// else to the user's devices, else by the user's command, else by the webhook. The user's hooks run in any case.
import { statSync } from "node:fs";
import { agentEnvironment } from "../../agents/index.ts";
import type { Attention } from "../../core/index.ts";
import type { CommandLine, Config } from "../../home/index.ts";
import type { Frame } from "../../protocol/index.ts";
import type { Journal } from "../journal.ts";
import type { Raised } from "./bookmark.ts";
import type { Classified } from "./classify-page.ts";
import type { CommandPool } from "./command-pool.ts";
import type { Focus } from "./focus.ts";
import type { Post } from "./post.ts";
import type { Push, PushReason } from "./push/push.ts";

interface Dependencies {
  focus: Focus;
  pool: CommandPool;
  post: Post;
  push: Push;
  journal: Journal;
  config: () => Config;
  tell: (frame: Frame) => void;
  /** The working directory of commands without a better one, and the home whose daemon they reach. */
  home: string;
}

/** `screen`: someone looks at the session. `nobody`: no channel is configured. */
export type Route =
  | { channel: "screen" | "nobody" }
  | { channel: "push"; devices: readonly string[] }
  | { channel: "terminal"; client: string }
  | { channel: "command"; line: CommandLine }
  | { channel: "webhook"; url: string; includeText: boolean };

/** Who used a terminal within this time is at it. */
const LATELY_MS = 2 * 60_000;

type Message = { state: "raised" | "cleared" } & Classified["calls"][number];

export class Messengers {
  readonly #deps: Dependencies;
  readonly #posting = new Set<Promise<void>>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  routeFor({ session, kind }: Attention): Route {
    const { focus, push } = this.#deps;
    if (focus.isSeen(session)) return { channel: "screen" };
    const devices = push.wanting(kind);
    // A terminal that was left open must not keep the phone silent.
    const client = focus.messenger(devices.length > 0 ? LATELY_MS : undefined);
    if (client !== null) return { channel: "terminal", client };
    return devices.length > 0 ? { channel: "push", devices } : this.#configuredRoute();
  }

  raise(route: Route, call: Classified["calls"][number]): void {
    const client = route.channel === "terminal" ? route.client : null;
    this.#deps.tell({ frame: "attention", attention: call.attention, client });
    this.#send(route, { state: "raised", ...call });
    if (route.channel === "push") this.tellDevices(route.devices, "raised", call.attention);
  }

  /** Devices are told by push messages. */
  tellDevices(devices: readonly string[], reason: Exclude<PushReason, "test">, attention: Attention): void {
    this.#deps.push.tell(devices, reason, attention);
  }

  clear({ channel, attention }: Raised): void {
    this.#deps.tell({ frame: "attention_cleared", id: attention.id });
    const route = this.#configuredRoute();
    const isWanted = this.#config()?.notify.cleared === true && route.channel === channel;
    if (isWanted) this.#send(route, { state: "cleared", attention, detail: null, notes: [] });
  }

  callHook({ hook, session, line, workspace }: Classified["hooks"][number]): void {
    const command = this.#config()?.hooks.commands[hook];
    if (command) this.#run(command, { what: `hook ${hook}`, event: hook, session, workspace, input: `${line}\n` });
  }

  /** Resolves when nothing is being sent any more. */
  async close(): Promise<void> {
    await Promise.all([this.#deps.pool.close(), this.#deps.push.close(), ...this.#posting]);
  }

  #configuredRoute(): Route {
    const notify = this.#config()?.notify;
    if (notify?.command) return { channel: "command", line: notify.command };
    if (notify?.webhook) return { channel: "webhook", url: notify.webhook, includeText: notify.includeText };
    return { channel: "nobody" };
  }

  #send(route: Route, { state, attention, detail, notes }: Message): void {
    const { post, journal } = this.#deps;
    const line = { v: 1, state, ...attention };
    const text = { detail, ...(notes.length === 0 ? {} : { notes }) };
    if (route.channel === "command") {
      const input = `${JSON.stringify({ ...line, ...text })}\n`;
      const { session } = attention;
      this.#run(route.line, { what: "notify command", event: "attention", session, workspace: null, input });
    }
    if (route.channel === "webhook") {
      const body = JSON.stringify(route.includeText ? { ...line, ...text } : line);
      const posting = post(route.url, body)
        .catch((error) => journal.error("notify webhook failed", error))
        .finally(() => this.#posting.delete(posting));
      this.#posting.add(posting);
    }
  }

  #run(
    line: CommandLine,
    job: { what: string; event: string; session: string; workspace: string | null; input: string },
  ): void {
    const { pool, home } = this.#deps;
    const { what, event, session, workspace, input } = job;
    const env = { ...agentEnvironment(process.env), SKEIN_HOME: home, SKEIN_SESSION: session, SKEIN_EVENT: event };
    const cwd = workspace !== null && isDirectory(workspace) ? workspace : home;
    const timeoutMs = (this.#config()?.hooks.timeoutSeconds ?? 10) * 1000;
    pool.run({ what, line, input, cwd, env, timeoutMs });
  }

  /** Null while config.toml can't be used; the sender of the next command gets the reason too. */
  #config(): Config | null {
    try {
      return this.#deps.config();
    } catch (error) {
      this.#deps.journal.error("notifications by command or webhook do not work", error);
      return null;
    }
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
