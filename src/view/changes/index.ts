// What a session changed, as user interfaces show it.
export {
  commentPlace,
  inOrder,
  type LineComment,
  readComments,
  reviewPrompt,
} from "./comments.ts";
export { exactLine, exactPath } from "./exact-text.ts";
export { languageOf } from "./languages.ts";
export { type PatchLine, patchLines } from "./patch-text.ts";
export { type DiffRow, rowsOf, type SplitRow, splitRows } from "./rows.ts";
export { cutText, noteText, remarksOn, statusSigns, totalText, turnText } from "./words.ts";
