// `config edit`: opens the file in the person's editor. An invalid text is not installed, but kept.
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { Failure } from "../failure.ts";
import { type Edited, openEditor } from "../programs/open-editor.ts";
import { safeText } from "../text/safe-text.ts";
import { agentTrouble } from "./agent-names.ts";
import type { ConfigFile } from "./config-file.ts";

/** Whether something was changed. */
export async function editConfig(context: Context, file: ConfigFile): Promise<boolean> {
  const before = file.read();
  let text = before;
  /** Kept until there is a newer one. */
  let former: Edited | null = null;
  for (;;) {
    const edited = await openEditor(text, context, { fileName: "config.toml" });
    await former?.discard();
    former = edited;
    text = edited.text;
    if (text === before) {
      await edited.discard();
      return false;
    }
    const keep = (why: string): Failure =>
      new Failure("the config was not changed", {
        exit: "failed",
        code: "config_invalid",
        why,
        fix: `your version is in ${edited.file}`,
      });
    const trouble = file.troubleIn(text) ?? (await agentTrouble(context, { before, after: text }))?.error ?? null;
    if (trouble === null) {
      if (file.read() !== before) throw keep("someone else has changed it meanwhile");
      file.write(text);
      await edited.discard();
      return true;
    }
    // `--yes` would reopen the editor for ever.
    if (!context.isInteractive || context.flags.yes) throw keep(trouble);
    context.io.stderr.write(`${safeText(trouble)}\n`);
    await confirm(context, "edit it again?").catch(() => {
      throw keep(trouble);
    });
  }
}
