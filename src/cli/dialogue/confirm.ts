// Asks a person to confirm something before it is done.
import type { Context } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";

/**
 * Throws unless the person confirms. `--yes` confirms beforehand; nothing else replaces a person. If the list could not be shown, asking is
 * refused, too.
 */
export async function confirm({ io, flags, isInteractive }: Context, question: string): Promise<void> {
  if (flags.yes) return;
  const isUnseen = flags.quiet || flags.json;
  if (!isInteractive || isUnseen)
    throw usageFailure(
      `needs confirmation: ${question}`,
      isUnseen ? "add -y, or omit -q and --json to see the list" : "add -y",
    );
  await askForYes(io, question);
}

/** For a person at a terminal: anything but a yes means no. */
export async function askForYes(io: Io, question: string): Promise<void> {
  const [{ askYes }, { openDialogue }] = await Promise.all([import("./dialogue.ts"), import("./open-dialogue.ts")]);
  const dialogue = await openDialogue(io);
  const isAgreed = await askYes(dialogue, `${question} [y/N] `).catch(() => false);
  dialogue.close();
  if (!isAgreed) throw new Failure("nothing was done", { exit: "interrupted", code: "not_confirmed" });
}
