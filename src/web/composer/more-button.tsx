// The button for what else can be done with the prompt. Its menu is loaded apart.
import { lazyComponent } from "../parts/lazy.tsx";
import type { ComposerModel } from "./composer-model.ts";

const MoreMenu = lazyComponent(async () => (await import("./more-menu.tsx")).MoreMenu);

export function MoreButton({ model }: { model: ComposerModel }) {
  const { page, isSetAside } = model;
  return (
    <button
      type="button"
      class="plain"
      aria-label={isSetAside.value ? "More for the prompt: one is set aside" : "More for the prompt"}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => page.overlay.show(<MoreMenu model={model} anchor={currentTarget} />)}
    >
      ⋯{isSetAside.value && <span class="note"> 1 set aside</span>}
    </button>
  );
}
