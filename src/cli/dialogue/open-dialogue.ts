// The terminal of a command that asks something and goes on: what was asked and said stays on the screen. Esc goes back at once.
import type { Io } from "../io.ts";
import { anyRows } from "../text/agent-text.ts";
import { exactText } from "../text/exact-text.ts";
import type { Dialogue } from "./dialogue.ts";
import { DialogueTerminal } from "./dialogue-terminal.ts";
import { notAnswered } from "./not-answered.ts";

/** An answer of a few letters must be seen behind what is asked. */
const TYPING_COLUMNS = 8;

/** `ask` throws when the person leaves with Ctrl+C or Ctrl+D. */
export async function openDialogue(
  io: Pick<Io, "stdin" | "stdout" | "onInterrupt" | "suspend">,
): Promise<Dialogue & { close(): void }> {
  const { default: measure } = await import("string-width");
  const terminal = new DialogueTerminal(io, measure, { isAltEscape: true });
  let giveBack: (() => void) | null = terminal.open();
  const show = (lines: readonly string[]): void => terminal.show(lines);

  /** Where it does not fit, only its last word stands before the line being typed, and the rest above it. */
  function fitted(label: string): string {
    const { columns } = terminal;
    if (measure(label) + TYPING_COLUMNS <= columns) return label;
    const lastWord = label.trimEnd().lastIndexOf(" ") + 1;
    show([anyRows(label.slice(0, lastWord).trimEnd(), columns)]);
    return label.slice(lastWord);
  }

  return {
    get columns() {
      return terminal.columns;
    },
    show,
    async ask(asked, { problem = () => null, isFollowUp = false } = {}) {
      for (let isFirst = true; ; isFirst = false) {
        const label = fitted(asked);
        // What was typed behind a wrong line was not typed to correct it.
        const typed = await terminal.ask(label, { isFollowUp: isFollowUp && isFirst });
        const wrong = typed === null ? null : problem(typed);
        show([wrong ?? `${label}${exactText(typed ?? "")}`]);
        if (terminal.left.aborted) throw notAnswered();
        if (wrong === null) return typed;
      }
    },
    close: () => {
      giveBack?.();
      giveBack = null;
    },
  };
}
