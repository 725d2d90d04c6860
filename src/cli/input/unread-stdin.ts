// Warns that stdin is not sent, because the command has its text already.
import type { Context } from "../command.ts";

/** `typed`: the text argument; `how`: the command that would send stdin, too. */
export function tellOfLeftStdin(
  { io, flags }: Pick<Context, "io" | "flags">,
  typed: string | undefined,
  how: string,
): void {
  const isLeft = typed !== undefined && typed !== "-" && !flags.quiet && !flags.json && io.isFed();
  if (isLeft) io.stderr.write(`stdin is not sent, as the text is given; to send it along: ${how}\n`);
}
