// What a terminal is told when a person is called.
import { expect, test } from "vitest";
import { notification, withdrawal } from "../../src/cli/terminal/notify.ts";

const call = { id: "5f0c:12", text: "api asks: Run `npm test`" };
const words = call.text;

test.for<[string, Record<string, string>, string]>([
  ["kitty", { KITTY_WINDOW_ID: "1" }, kitty()],
  ["kitty over ssh", { TERM: "xterm-kitty" }, kitty()],
  ["iTerm2", { TERM_PROGRAM: "iTerm.app" }, `\x1b]9;Skein: ${words}\x1b\\`],
  ["iTerm2 over ssh", { LC_TERMINAL: "iTerm2" }, `\x1b]9;Skein: ${words}\x1b\\`],
  ["Ghostty", { TERM_PROGRAM: "ghostty" }, `\x1b]9;Skein: ${words}\x1b\\`],
  ["WezTerm", { TERM_PROGRAM: "WezTerm" }, `\x1b]777;notify;Skein;${words}\x1b\\`],
  ["foot", { TERM: "foot-extra" }, `\x1b]777;notify;Skein;${words}\x1b\\`],
  ["VTE", { TERM: "xterm-256color", VTE_VERSION: "7600" }, `\x1b]777;notify;Skein;${words}\x1b\\`],
  ["an unknown one", { TERM: "xterm-256color" }, "\x07"],
  ["a dumb one", { TERM: "dumb" }, ""],
])("[R-14] %s is told in its own way", ([, env, expected]) => {
  expect(notification(env, call)).toBe(expected);
});

function kitty(): string {
  return `\x1b]99;i=skein-5f0c-12:d=0;Skein\x1b\\\x1b]99;i=skein-5f0c-12:d=1:p=body;${words}\x1b\\`;
}

test("[R-14] inside tmux it is passed through, and the bell marks the window", () => {
  const env = { TMUX: "/tmp/tmux", TERM_PROGRAM: "tmux", ITERM_SESSION_ID: "w0" };
  expect(notification(env, call)).toBe(`\x1bPtmux;\x1b\x1b]9;Skein: ${words}\x1b\x1b\\\x1b\\\x07`);
  expect(notification({ TMUX: "/tmp/tmux", TERM_PROGRAM: "tmux" }, call)).toBe("\x07");
});

test("[R-14] nothing in its text ends the sequence or begins another", () => {
  const text = "a\x1b\\\x07\x9c\x1b]52;c;eA==\x07b\nc\u202ed";
  const terminals: Record<string, string>[] = [
    { KITTY_WINDOW_ID: "1" },
    { TERM_PROGRAM: "iTerm.app" },
    { TERM: "foot" },
  ];
  for (const env of terminals) {
    const whole = notification(env, { id: "x\x1b:1;y", text });
    expect(whole.split("\x1b]")).toHaveLength(env.KITTY_WINDOW_ID ? 3 : 2);
    const inner = whole.replaceAll("\x1b]", "").replaceAll("\x1b\\", "");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(inner).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
  }
});

test("[R-14] a terminal that can takes it back", () => {
  expect(withdrawal({ KITTY_WINDOW_ID: "1" }, call.id)).toBe("\x1b]99;i=skein-5f0c-12:p=close;\x1b\\");
  expect(withdrawal({ KITTY_WINDOW_ID: "1", TMUX: "x" }, call.id)).toBe(
    "\x1bPtmux;\x1b\x1b]99;i=skein-5f0c-12:p=close;\x1b\x1b\\\x1b\\",
  );
  expect(withdrawal({ TERM_PROGRAM: "iTerm.app" }, call.id)).toBe("");
  expect(withdrawal({}, call.id)).toBe("");
});
