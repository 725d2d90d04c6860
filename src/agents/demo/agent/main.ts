// The demo agent: a program that behaves like a coding agent and does what the directives in a prompt say. No model, no network.
// stdin and stdout speak ../protocol.ts. Its start is kept close to that of bare Node: what only a directive needs is loaded by it.
import { messageOf } from "../../../system/index.ts";
import type { AgentMessage } from "../protocol.ts";
import { ConversationError, openHistory } from "./history.ts";
import { onMessages } from "./input.ts";
import { openOutput } from "./output.ts";
import { type Launch, readArguments, usage } from "./program-arguments.ts";
import { Worker } from "./worker.ts";

const MODEL = "demo-1";
const output = openOutput();

function start(launch: Launch): void {
  const worker = new Worker({ output, history: openHistory(launch), exit: (code) => process.exit(code) });
  output.line({ type: "ready", nativeId: launch.nativeId, resumed: launch.resumed, model: MODEL });

  const take = (message: AgentMessage) => {
    switch (message.type) {
      case "prompt":
        return worker.take(message);
      case "steer":
        return worker.steer(message);
      case "answer":
        return worker.answer(message);
      case "interrupt":
        return worker.interrupt();
      case "stop_tasks":
        return worker.stopTasks();
      default:
        return message satisfies never;
    }
  };
  onMessages(process.stdin, {
    take,
    complain: (text) => output.line({ type: "error", code: "unreadable_message", message: text }),
    end: () => worker.finish(),
  });
}

/** The last thing it says: why it can't go on. */
function giveUp(error: unknown): void {
  const message = messageOf(error);
  const code = error instanceof ConversationError ? error.code : "agent_failed";
  try {
    output.line({ type: "error", code, message });
  } catch {
    // Nobody reads stdout any more.
  }
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

process.on("SIGTERM", () => process.exit(143));
process.on("SIGINT", () => process.exit(130));
process.on("uncaughtException", giveUp);

const launch = readArguments(process.argv.slice(2));
if (launch === null) {
  process.stderr.write(usage);
  process.exit(2);
}
start(launch);
