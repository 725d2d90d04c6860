// The menu, for what is drawn before one opens.
import { lazyComponent } from "./lazy.tsx";

export const Menu = lazyComponent(async () => (await import("./menu.tsx")).Menu);
