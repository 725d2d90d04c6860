// Commands and webhooks that record their calls, and end when the test says so.
import type { CommandEnd, CommandSpec, RunningCommand } from "../../src/daemon/attention/command-pool.ts";
import type { PushRequest } from "../../src/daemon/attention/push/send-push.ts";

export class FakeCommand implements RunningCommand {
  readonly spec: CommandSpec;
  readonly ended: Promise<CommandEnd>;
  isKilled = false;
  #end!: (end: CommandEnd) => void;

  constructor(spec: CommandSpec) {
    this.spec = spec;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** What it read from stdin. */
  get input(): Record<string, unknown> {
    return JSON.parse(this.spec.input);
  }

  end(code: number | null = 0, stderr = ""): void {
    this.#end({ code, signal: code === null ? "SIGKILL" : null, stderr });
  }

  async kill(): Promise<void> {
    this.isKilled = true;
    this.end(null);
  }
}

export class FakeOutlets {
  readonly commands: FakeCommand[] = [];
  readonly posts: { url: string; body: Record<string, unknown> }[] = [];
  /** If set, the next posts fail. */
  postFault: Error | null = null;
  readonly pushes: PushRequest[] = [];
  /** What push services answer: a status, or no answer at all. */
  pushAnswer: (request: PushRequest) => number | Error | Promise<number> = () => 201;
  /** Whether a command ends successfully by itself. */
  isQuick = true;

  readonly startCommand = async (spec: CommandSpec): Promise<RunningCommand> => {
    const command = new FakeCommand(spec);
    this.commands.push(command);
    if (this.isQuick) command.end();
    return command;
  };

  readonly sendPush = (request: PushRequest): Promise<number> => {
    this.pushes.push(request);
    const answer = this.pushAnswer(request);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };

  readonly post = async (url: string, body: string): Promise<void> => {
    this.posts.push({ url, body: JSON.parse(body) });
    if (this.postFault) throw this.postFault;
  };
}
