// Everybody together: people who wish, the post between them and the daemon, the daemon while it lives, and the world that stays.
import type { By, Command, SessionState } from "../../../src/core/index.ts";
import { ada, workspace } from "../../kit/events.ts";
import { Daemon } from "./daemon.ts";
import { Killed } from "./fault.ts";
import { Post } from "./post.ts";
import { type Place, World } from "./world.ts";

export class Life {
  readonly world = new World();
  readonly post: Post;
  readonly prompts: string[][] = this.world.places.map(() => []);
  #daemon: Daemon | null = null;

  constructor() {
    this.post = new Post((request, told) =>
      this.withDaemon(({ sessions }) => sessions[request.session]?.order(request, told)),
    );
    for (const { index } of this.world.places)
      this.order(index, ada, { type: "create", agent: "demo", workspace, name: null });
  }

  /** A new command of somebody's. */
  order(session: number, by: By, command: Command, isLate = false): void {
    const id = command.type === "prompt" ? command.promptId : this.world.newId("c");
    if (command.type === "prompt") this.prompts[session]?.push(id);
    this.post.send({ id, session, by, command }, isLate);
  }

  /** The daemon does something, and may die over it. Whoever needs it starts it again. */
  withDaemon(act: (daemon: Daemon) => void): void {
    try {
      this.#daemon ??= new Daemon(this.world);
      act(this.#daemon);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.kill();
    }
  }

  kill(): void {
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
