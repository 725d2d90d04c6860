// Files that are dropped anywhere on the page go with the prompt; without this the browser would leave the page to show them.
import { useEffect } from "preact/hooks";
import type { ComposerModel } from "./composer-model.ts";

export function useFileDrop(model: ComposerModel): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      model.attach(files);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, [model]);
}
