// The terminal of a command that asks something and continues: questions and answers stay on the screen. Esc goes back at once.
import type { Io } from "../io.ts";
import { anyRows } from "../text/agent-text.ts";
import { exactText } from "../text/exact-text.ts";
import type { Dialogue } from "./dialogue.ts";
import { DialogueTerminal } from "./dialogue-terminal.ts";
import { notAnswered } from "./not-answered.ts";

/** Room for a short answer after the question. */
const TYPING_COLUMNS = 8;

/** `ask` throws when the person leaves with Ctrl+C or Ctrl+D. */
export async function openDialogue(
  io: Pick<Io, "stdin" | "stdout" | "onInterrupt" | "suspend">,
): Promise<Dialogue & { close(): void }> {
  const { default: measure } = await import("string-width");
  const terminal = new DialogueTerminal(io, measure, { isAltEscape: true });
  let giveBack: (() => void) | null = terminal.open();
  const show = (lines: readonly string[]): void => terminal.show(lines);

  /** A question that is too long keeps only its last word before the line being typed; the rest is shown above. */
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
        // Text after a wrong line was not typed to correct it.
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
