// What is piped into a command that has its text already is not sent: nobody should believe that it was.
import type { Context } from "../command.ts";

/** `typed`: the text as it stands on the command line; `how`: what would send stdin along. */
export function tellOfLeftStdin(
  { io, flags }: Pick<Context, "io" | "flags">,
  typed: string | undefined,
  how: string,
): void {
  const isLeft = typed !== undefined && typed !== "-" && !flags.quiet && !flags.json && io.isFed();
  if (isLeft) io.stderr.write(`stdin is not sent, as the text is given; to send it along: ${how}\n`);
}
