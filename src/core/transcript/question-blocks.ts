// Blocks of questions: asked, answered, settled.
import type { KnownEvent } from "../event.ts";
import { type Block, positionOf } from "./block.ts";
import { cutsOf } from "./cuts.ts";

type PermissionEvent = Extract<KnownEvent, { type: "permission" }>;

export function addPermission(blocks: Block[], event: PermissionEvent): void {
  const { data, by } = event;
  if (data.state === "asked") {
    const { id, title, detail, notes, options, form, isPartial, takesReason } = data;
    blocks.push({
      ...positionOf(event),
      ...cutsOf(event),
      kind: "permission",
      id,
      title,
      detail,
      ...(notes ? { notes } : {}),
      options,
      ...(form ? { form } : {}),
      ...(isPartial ? { isPartial } : {}),
      ...(takesReason === false ? { takesReason } : {}),
      state: "asked",
      option: null,
      by: null,
    });
    return;
  }
  const index = blocks.findLastIndex((block) => block.kind === "permission" && block.id === data.id);
  const block = blocks[index];
  if (block?.kind !== "permission") return;
  if (data.state === "answered") {
    const { option, message, content, rule } = data;
    const said = {
      ...(message === undefined ? {} : { message }),
      ...(content ? { content } : {}),
      ...(rule === undefined ? {} : { answerRule: rule }),
    };
    blocks[index] = { ...block, state: "answered", option, by, ...said };
  } else blocks[index] = { ...block, state: data.state };
}
