// Directives that do what agents should not do, and sometimes do.
import { writeSync } from "node:fs";
import { byteCount, type Directive, Misuse, milliseconds, required, wholeNumber } from "../directive.ts";
import { plantTree } from "../plant-tree.ts";
import { breathe } from "../until.ts";
import { forever } from "./waiting.ts";

const FLOOD_PIECE = 1024;
const LINE_PIECE = 2 ** 20;

export const faults = {
  fail: {
    form: "[[fail: message]]",
    run(_turn, argument) {
      throw new Error(argument.trim() || "Failed as asked.");
    },
  },

  quota: {
    form: "[[quota: 1h]]",
    run(turn, argument) {
      const until = argument.trim() === "" ? null : new Date(Date.now() + milliseconds(argument)).toISOString();
      turn.output.line({ type: "quota", until, text: "You've hit your limit as asked." });
      turn.isAtLimit = true;
    },
  },

  flood: {
    form: "[[flood: 10mb]]",
    async run(turn, argument) {
      const message = turn.newId("m");
      const total = byteCount(argument);
      for (let sent = 0; sent < total; sent += FLOOD_PIECE) {
        if (sent % LINE_PIECE === 0) await breathe(turn.signal);
        const length = Math.min(FLOOD_PIECE, total - sent);
        const text = `${`${sent} `.padEnd(length, "~").slice(0, length - 1)}\n`;
        turn.output.line({ type: "text", message, text });
        turn.saidCharacters += text.length;
      }
    },
  },

  line: {
    form: "[[line: 100mb]]",
    async run(turn, argument) {
      const piece = Buffer.alloc(LINE_PIECE, "x");
      try {
        for (let left = byteCount(argument); left > 0; left -= piece.length) {
          await breathe(turn.signal);
          turn.output.bytes(piece.subarray(0, left));
        }
      } finally {
        turn.output.bytes(Buffer.from("\n"));
      }
    },
  },

  garbage: {
    form: "[[garbage]]",
    run(turn) {
      for (const line of garbage) turn.output.bytes(Buffer.concat([Buffer.from(line), Buffer.from("\n")]));
    },
  },

  die: {
    form: "[[die: 3]] or [[die: SIGKILL]]",
    async run(turn, argument) {
      const how = argument.trim() || "1";
      if (!how.startsWith("SIG")) turn.exit(wholeNumber(how, 255));
      process.removeAllListeners(how);
      try {
        process.kill(process.pid, how);
      } catch {
        throw new Misuse();
      }
      await forever(turn.signal);
    },
  },

  tree: { form: "[[tree]]", run: plantTree },

  "ignore-term": {
    form: "[[ignore-term]]",
    run() {
      for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name).on(name, () => {});
    },
  },

  "close-stdout": { form: "[[close-stdout]]", run: (turn) => turn.output.close() },

  stderr: {
    form: "[[stderr: text]]",
    run(_turn, argument) {
      writeSync(2, `${required(argument)}\n`);
    },
  },
} satisfies Record<string, Directive>;

const garbage: readonly (string | Uint8Array)[] = [
  Uint8Array.of(0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d),
  "\u001b[31mred\u001b[0m \u001b]0;title\u0007",
  '{"type":"text","message":"m1","te',
  "\0\0\0",
  "",
  "42",
  "[]",
  "null",
  '{"type":"text","message":7}',
  '{"type":"mystery"}',
  '{"type":"done","prompt":"some other prompt","reason":"completed"}',
  "warning: something printed this in the middle of the stream\r",
];
