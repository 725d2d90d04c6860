// The terminal kit: keys, a line editor, streaming text above it, a full screen, and terminal reports. It knows terminals, not sessions.
export { composerRow, type Row } from "./composer.ts";
export { afterKey, askForReports, type FocusState, isLooking, openedAt } from "./focus.ts";
export { changesBetween, frameOf, hiddenLine, windowOf } from "./frame.ts";
export { openKeyboard } from "./keyboard.ts";
export { type Editor, emptied, emptyEditor, type Key, pressKey } from "./line-editor.ts";
export { notification, withdrawal } from "./notify.ts";
export { OwnScreen } from "./own-screen.ts";
export { Screen } from "./screen.ts";
export { scrolled } from "./scroll.ts";
export { READING_MS, shown } from "./shown.ts";
