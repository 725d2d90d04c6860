// Files that are dropped anywhere on the page go with the prompt; without this the browser would leave the page to show them.
import { useEffect, useState } from "preact/hooks";
import type { ComposerModel } from "./composer-model.ts";

/** After this time without a sign of them the files have left the page: browsers do not tell it reliably. */
const GONE_MS = 300;

/** Whether files are held over the page. */
export function useFileDrop(model: ComposerModel): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let gone: ReturnType<typeof setTimeout> | undefined;
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
      clearTimeout(gone);
      gone = setTimeout(() => setOver(false), GONE_MS);
    };
    const drop = (event: DragEvent): void => {
      clearTimeout(gone);
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      model.attach(files);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      clearTimeout(gone);
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, [model]);
  return isOver;
}
