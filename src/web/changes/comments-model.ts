// The comments on a session's changes that were not sent yet. They are kept like a draft, and so survive a reload.
import { computed, type ReadonlySignal } from "@preact/signals";
import { inOrder, type LineComment, readComments } from "../../view/changes/index.ts";
import type { Draft } from "../sync/drafts.ts";

export interface Comments {
  /** In the order of files and lines. */
  readonly all: ReadonlySignal<readonly LineComment[]>;
  put(comment: LineComment): void;
  remove(id: string): void;
  clear(): void;
}

export function openComments(draft: Draft): Comments {
  const all = computed(() => inOrder(readComments(draft.text.value === "" ? "[]" : draft.text.value)));
  const write = (comments: readonly LineComment[]): void =>
    draft.write(comments.length === 0 ? "" : JSON.stringify(comments), 0);
  return {
    all,
    put: (comment) => write([...all.peek().filter(({ id }) => id !== comment.id), comment]),
    remove: (id) => write(all.peek().filter((one) => one.id !== id)),
    clear: () => draft.clear(),
  };
}
