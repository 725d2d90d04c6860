// A stage for one test with a real agent: the built daemon, the keeper, the real program, and the scripted model on loopback.
import { execFile as execFileWithCallback } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { Mode } from "../../src/core/index.ts";
import { processesOf } from "../../src/system/processes.ts";
import { type AgentHome, makeAgentHome } from "../kit/agents/home.ts";
import type { AgentName } from "../kit/agents/pins.ts";
import { prepareAgent } from "../kit/agents/recipe.ts";
import { type AnyEvent, DaemonProcess, skeinProgram } from "../kit/daemon-process.ts";
import { type Lifetime, ofTheTest } from "../kit/lifetime.ts";
import { type Model, startModel } from "../kit/model/model.ts";
import { until } from "../kit/until.ts";

const execFile = promisify(execFileWithCallback);

/** What one agent can, and in what it differs: all that the suite knows of it. */
export interface RealAgent {
  readonly title: string;
  readonly program: AgentName;
  /** Whether one process takes all prompts, or each prompt has its own. */
  readonly transport: "stream" | "oneshot";
  /** For config.toml. */
  readonly config?: string;
  /** It asks people before it runs a tool; those that can't are told yes or no beforehand. */
  readonly asks: boolean;
  /** The mode in which it asks about everything, where it does not do so by itself. */
  readonly asksIn?: Mode;
  /** A reason that comes with a no reaches its model. */
  readonly takesReasons: boolean;
  /** It takes words into a turn that runs. */
  readonly steers: boolean;
  /** Words that come while it speaks break off what it says: it hears them at once. */
  readonly hearsAtOnce?: boolean;
  /** A conversation can be branched off: not at all, as it stands, or also at the end of an earlier turn. */
  readonly forks: "none" | "whole" | "turn";
  /** Another model than the one it begins with, and what its model server is then asked for. Where one can be set. */
  readonly otherModel?: { readonly name: string; readonly asked: string };
  /** The tool with which its model asks people something, where that reaches us. */
  readonly questionTool?: string;
  /** How it takes a used-up quota, where it tells that from other refusals. */
  readonly quota?: {
    /** It says when there is more. */
    readonly tellsTime: boolean;
    /** Only accounts of a kind are told. */
    readonly logIn?: (env: Record<string, string>, key: string) => void;
  };
  /** Commands of its own that can be sent. */
  readonly commands?: {
    /** What makes a command `/greet <name>` whose text is "Greet <name>", and what its model then says: "Hello to you." */
    readonly files?: Readonly<Record<string, string>>;
    /** They lie in the project and not in the person's home: how a person trusts that. */
    readonly trust?: (place: { readonly home: string; readonly cwd: string }) => void;
    /** One that the program does by itself. */
    readonly own?: { readonly typed: string; readonly says: RegExp };
  };
  /** It tells what its model says when that has been said: there are no pieces of it before. */
  readonly tellsWhenSaid?: boolean;
  /** Two that start at once in a new home get in each other's way. */
  readonly startsAlone?: boolean;
  /** What its model thinks is not passed on. */
  readonly hidesThoughts?: boolean;
  /** It tells which model it uses. */
  readonly tellsModel: boolean;
  /** It tells how long tool calls took. */
  readonly tellsDuration: boolean;
  /** Below its home: where its conversations are. */
  readonly conversations: string;
  /** Each conversation is in files of its own. */
  readonly keepsFiles: boolean;
  /** Without these it is not logged in. */
  readonly login: { readonly variables: readonly string[]; readonly files?: readonly string[]; readonly hint: RegExp };
  /** The command that installs it. */
  readonly install: string;
  /** What of a prompt reaches the model, where that isn't the prompt itself. */
  readonly sent?: (prompt: string) => string;
  /** What it puts around prompts itself. */
  readonly added?: RegExp;
  /** An image reaches its model inside of the prompt; others are told where it is. */
  readonly embedsImages: boolean;
  /** A text file's words are in the prompt, or it reads the file by itself, or it asks before it reads it. */
  readonly textFiles: "embedded" | "read" | "asked_for";
  /** The largest prompt that it takes. */
  readonly promptBytes: number;
}

export interface Setting {
  /** Of the test, unless several share it. */
  readonly lifetime?: Lifetime;
  readonly config?: string;
  /** Over the agent's own; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Props {
  readonly model: Model;
  readonly home: AgentHome;
  readonly daemon: DaemonProcess;
  readonly cwd: string;
  readonly env: Setting["env"];
}

function writeConfig({ paths }: DaemonProcess, agents: readonly RealAgent[], config = ""): void {
  writeFileSync(paths.config, [...agents.map((agent) => agent.config ?? ""), config].join("\n"));
}

export class Stage {
  readonly agent: RealAgent;
  readonly model: Model;
  readonly home: string;
  readonly cwd: string;
  readonly daemon: DaemonProcess;
  readonly env: Record<string, string>;

  private constructor(agent: RealAgent, { model, home, daemon, cwd, env }: Props) {
    this.agent = agent;
    this.model = model;
    this.home = home.path;
    const recipe = prepareAgent(agent.program, { model, home: home.path });
    this.env = Object.fromEntries(
      Object.entries({ ...recipe.env, ...env }).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    this.daemon = daemon;
    this.cwd = cwd;
    mkdirSync(cwd);
  }

  /** The next daemon reads it, in place of what stood there beside the agent's own. */
  async configure(config: string): Promise<void> {
    writeConfig(this.daemon, [this.agent], config);
    await this.daemon.kill();
  }

  static async set(agent: RealAgent, setting: Setting = {}): Promise<Stage> {
    const [stage] = await Stage.setAll([agent], setting);
    return stage!;
  }

  /** Of each agent one, all with one daemon. */
  static async setAll(
    agents: readonly RealAgent[],
    { lifetime = ofTheTest, config, env }: Setting = {},
  ): Promise<Stage[]> {
    const places = agents.map(async (agent) => {
      const model = await startModel();
      const home = makeAgentHome();
      // Runs after the daemon has ended: what is begun last ends first.
      lifetime(async () => {
        home.remove();
        await model.close();
      });
      return { agent, model, home };
    });
    const ready = await Promise.all(places);
    const daemon = new DaemonProcess({ lifetime });
    mkdirSync(daemon.paths.home, { recursive: true, mode: 0o700 });
    writeConfig(daemon, agents, config);
    const stages = ready.map(({ agent, ...place }) => {
      const cwd = join(daemon.workspace, agents.length === 1 ? "project" : agent.program);
      return new Stage(agent, { ...place, daemon, cwd, env });
    });
    await daemon.start();
    return stages;
  }

  /** The process of the agent itself. */
  async agentPid(run: string): Promise<number> {
    const numberIn = (name: string) => Number.parseInt(readFileSync(join(dir, name), "utf8"), 10);
    const dir = join(this.daemon.paths.runs, run);
    const keeper = numberIn("keeper");
    const holder = existsSync(join(dir, "holder")) ? numberIn("holder") : null;
    const all = await processesOf(run);
    // The keeper's guard is a part of the keeper, with the same words.
    const wordsOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const isAgent = (pid: number) => pid !== holder && wordsOf(pid) !== wordsOf(keeper);
    return all.find(({ pid, parent }) => parent === keeper && isAgent(pid))!.pid;
  }

  /** `auto`: tools run without asking. */
  async open(mode: "auto" | "default" = "auto"): Promise<Talk> {
    const { session } = await this.daemon.client.create({ cwd: this.cwd, agent: this.agent.program, env: this.env });
    const { path } = session.workspace;
    if (path !== this.cwd)
      throw new Error(`somebody has made ${path} a repository: remove ${path}/.git, and run this again`);
    const wished = mode === "auto" ? mode : this.agent.asksIn;
    if (wished !== undefined) await this.daemon.client.setMode(session.id, wished);
    return this.#talkIn(session.id, 0);
  }

  /** A session that branches off from another one, as it stands or at the end of a turn. */
  async fork(talk: Talk, at?: { turn: string }): Promise<Talk> {
    const { session } = await this.daemon.client.fork(talk.id, { env: this.env, ...(at ? { at } : {}) });
    return this.#talkIn(session.id, session.fork?.seq ?? 0);
  }

  /** The same session, for a test that goes on with it: only what comes from now on. */
  async goOn(talk: Talk): Promise<Talk> {
    const { state } = await this.daemon.client.session(talk.id);
    return this.#talkIn(talk.id, talk.base, state.head);
  }

  #talkIn(session: string, base: number, from = base): Talk {
    const talk = new Talk(this, session, { base, from });
    onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") console.error(await talk.tail());
    });
    return talk;
  }
}

/** One session, as a test sees it. */
export class Talk {
  readonly id: string;
  /** What comes after it is the session's own, and not of the one that it was forked from. */
  readonly base: number;
  /** What comes after it belongs to the test. */
  readonly #from: number;
  readonly #stage: Stage;

  constructor(stage: Stage, id: string, { base, from }: { base: number; from: number }) {
    this.#stage = stage;
    this.id = id;
    this.base = base;
    this.#from = from;
  }

  async send(text: string): Promise<string> {
    return (await this.#client.prompt(this.id, { content: [{ type: "text", text }] })).id;
  }

  /** Sends a prompt, and waits for the end of its turn. */
  async ask(text: string): Promise<AnyEvent> {
    return this.end(await this.send(text));
  }

  end(promptId: string): Promise<AnyEvent> {
    return this.event("turn_end", (data) => data.promptId === promptId);
  }

  /** The first event of this type that fits, once it is there. */
  event(type: string, fits: (data: AnyEvent["data"]) => boolean = () => true): Promise<AnyEvent> {
    return this.eventThat((event) => event.type === type && fits(event.data));
  }

  eventThat(fits: (event: AnyEvent) => boolean): Promise<AnyEvent> {
    return this.#stage.daemon.event(this.id, (event) => event.seq > this.#from && fits(event), PATIENCE_MS);
  }

  events(): Promise<AnyEvent[]> {
    return this.#eventsAfter(this.#from);
  }

  async #eventsAfter(first: number): Promise<AnyEvent[]> {
    return (await this.#stage.daemon.events(this.id)).filter(({ seq }) => seq > first);
  }

  /** What `skein export --blobs` writes of it: lines of the log, and the long texts and files that they refer to. */
  async exported(): Promise<{ lines: string; texts: string }> {
    const { env, workspace } = this.#stage.daemon;
    const args = [skeinProgram, "export", this.id, "--blobs"];
    const { stdout } = await execFile(process.execPath, args, { env, cwd: workspace, maxBuffer: 2 ** 28 });
    const lines = stdout.split("\n").filter((line) => line !== "");
    const isBlob = (line: string): boolean => line.startsWith('{"blob":');
    return {
      lines: lines.filter((line) => !isBlob(line)).join("\n"),
      texts: lines
        .filter(isBlob)
        .map((line) => Buffer.from(JSON.parse(line).base64, "base64").toString())
        .join(""),
    };
  }

  /** The end of the log, for whoever reads of a failure. */
  async tail(): Promise<string> {
    const lines = (await this.events()).map(({ seq, type, data }) => `${seq} ${type} ${JSON.stringify(data)}`);
    return lines
      .slice(-30)
      .map((line) => line.slice(0, 400))
      .join("\n");
  }

  async all(type: string): Promise<AnyEvent["data"][]> {
    return (await this.events()).flatMap((event) => (event.type === type ? [event.data] : []));
  }

  /** Everything that was said in the turn of this prompt, or in all turns. */
  async said(promptId?: string): Promise<string> {
    const events = await this.events();
    const begin =
      promptId === undefined ? 0 : events.findIndex(({ data }) => data.promptId === promptId && "turn" in data);
    const turn = events.slice(Math.max(begin, 0));
    const end = turn.findIndex(({ type, data }) => type === "turn_end" && data.promptId === promptId);
    return turn
      .slice(0, promptId === undefined || end < 0 ? undefined : end)
      .flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : []))
      .join("");
  }

  /** Sends a prompt, and waits for what was said to it. */
  async hear(text: string): Promise<string> {
    const id = await this.send(text);
    await this.end(id);
    return this.said(id);
  }

  /** Words for the running turn; else as `otherwise` says. */
  async steer(text: string, otherwise: "queue" | "reject"): Promise<string> {
    const content = [{ type: "text" as const, text }];
    return (await this.#client.prompt(this.id, { content, when: "steer", else: otherwise })).id;
  }

  interrupt(): Promise<unknown> {
    return this.#client.interrupt(this.id);
  }

  /** Ends the agent's processes, and waits until they have. */
  async stop(): Promise<void> {
    await this.#client.stop(this.id);
    const count = async (type: string) => (await this.#ever(type)).length;
    await until("the agent's end", async () => (await count("agent_exit")) === (await count("agent_start")));
  }

  async answer(
    permission: AnyEvent,
    kind: "allow_once" | "allow_always" | "reject_once",
    message?: string,
  ): Promise<void> {
    const options = permission.data.options as { id: string; kind: string }[];
    const option = options.find((one) => one.kind === kind)!.id;
    const words = message === undefined ? {} : { message };
    await this.#client.answer(this.id, String(permission.data.id), { option, ...words });
  }

  /** How many of its processes became ready. */
  async runsBound(): Promise<number> {
    return new Set((await this.all("agent_bound")).map(({ run }) => run)).size;
  }

  /** The newest run of its process. */
  async run(): Promise<string> {
    return String((await this.#ever("agent_start")).at(-1)!.run);
  }

  /** Also before the test. */
  async #ever(type: string): Promise<AnyEvent["data"][]> {
    return (await this.#eventsAfter(this.base)).flatMap((event) => (event.type === type ? [event.data] : []));
  }

  get #client() {
    return this.#stage.daemon.client;
  }
}

const PATIENCE_MS = 120_000;
