// An agent that has said too much while nobody read is held back by its keeper. Once all of it was read it goes on.
import { type Attachment, byDaemon, type Desk } from "./desk.ts";

const TEXT = "the agent waited until all that it had printed was read (limits.unread_output_mb)";

/** Asked for until the agent does go on; `isFirst` says that people have not heard of it. */
export function letGoOn(desk: Desk, attachment: Attachment, isFirst: boolean): void {
  desk.post(async (later) => {
    if (later.attachment !== attachment || attachment.stopped) return;
    if (isFirst) await later.commit([{ type: "notice", by: byDaemon, data: { kind: "held_back", text: TEXT } }]);
    await later.around.keeper.unpause([attachment.record.run]);
  });
}
