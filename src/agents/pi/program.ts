// Pi as a program, however it is run.
import { UUID, WORD } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import type { Program } from "../kit/program.ts";
import { LOGIN } from "./failure.ts";
import { modelsIn, probedLogin } from "./probe.ts";

export const program: Program = {
  id: "pi",
  title: "Pi",
  command: "pi",
  install: "npm install -g @earendil-works/pi-coding-agent",
  login: LOGIN,
  // Sessions of a directory of their own are not followed there.
  nativeFiles: ({ env }) =>
    env.PI_CODING_AGENT_SESSION_DIR
      ? null
      : fileBelow(directoryIn(env, "PI_CODING_AGENT_DIR", ".pi/agent"), "sessions/*/*_{id}.jsonl"),
  ids: { conversation: UUID, mark: WORD },
  probe: { version: ["--version"], login: probedLogin, models: { args: ["--list-models"], read: modelsIn } },
};
