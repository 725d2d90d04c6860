// Parts of the list that are not drawn at first.
import { lazyComponent } from "../parts/lazy.tsx";

export const SessionMenu = lazyComponent(async () => (await import("./session-menu.tsx")).SessionMenu);
export const SelectionBar = lazyComponent(async () => (await import("./selection-bar.tsx")).SelectionBar);
