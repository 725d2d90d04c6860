// Everybody together: people who wish, the post between them and the daemon, the daemon while it lives, and the world that stays.
import type { By, Command, SessionState } from "../../../src/core/index.ts";
import { ada } from "../../kit/events.ts";
import { Killed } from "./fault.ts";
import { Post, type Reply, type Request } from "./post.ts";
import { type Place, World } from "./world.ts";

/** A session as a daemon has it, and what it may be made to notice. */
export interface LivingSession {
  readonly state: SessionState;
  /** The reply may come later. */
  order(request: Request, told: (reply: Reply) => void): void;
  /** So many lines of what the agent said; words may wait for more words. */
  takeOutput(count: number, mayWait?: boolean): void;
  takeExit(): void;
  /** An agent that does not end its turn after an interrupt is stopped. */
  losePatience(): void;
  advance(): void;
}

export interface LivingDaemon {
  readonly sessions: readonly LivingSession[];
  /** One that was woken gets to look. Whether there was one. */
  look(): boolean;
  /** From here on it does nothing more. */
  die?(): void;
}

/** It must be there. */
const workspace = { id: "w1", path: "/" };

export class Life {
  readonly world = new World();
  readonly post: Post;
  readonly prompts: string[][] = this.world.places.map(() => []);
  readonly #start: (world: World) => LivingDaemon;
  #daemon: LivingDaemon | null = null;

  constructor(start: (world: World) => LivingDaemon) {
    this.#start = start;
    this.post = new Post((request, told) =>
      this.withDaemon(({ sessions }) => sessions[request.session]?.order(request, told)),
    );
  }

  /** Everything begins with its sessions. */
  begin(): void {
    for (const { index, agent } of this.world.places)
      this.order(index, ada, { type: "create", agent, workspace, name: null });
  }

  /** A new command of somebody's. */
  order(session: number, by: By, command: Command, isLate = false): void {
    const id = command.type === "prompt" ? command.promptId : this.world.newId("c");
    if (command.type === "prompt") this.prompts[session]?.push(id);
    this.post.send({ id, session, by, command }, isLate);
  }

  /** The daemon does something, and may die over it. Whoever needs it starts it again. */
  withDaemon(act: (daemon: LivingDaemon) => void): void {
    try {
      this.#daemon ??= this.#start(this.world);
      act(this.#daemon);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.kill();
    }
  }

  kill(): void {
    this.#daemon?.die?.();
    this.#daemon = null;
    this.world.killAfter(Number.POSITIVE_INFINITY);
  }

  /** As the daemon that runs sees it. */
  stateOf(index: number): SessionState {
    let state: SessionState | undefined;
    this.withDaemon(({ sessions }) => {
      state = sessions[index]?.state;
    });
    if (!state) throw new Error("no daemon");
    return state;
  }

  /** Agent and daemon do one thing each, as they should. */
  goOn({ index, process }: Place): void {
    process?.behave();
    this.withDaemon(({ sessions }) => {
      sessions[index]?.takeOutput(9);
      sessions[index]?.takeExit();
    });
  }
}
