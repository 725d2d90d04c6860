// Beside the transcript: finding words, and the outline. Ctrl+F (⌘F) finds in the whole session; pressed again in its field, it is the browser's own.
import { useEffect, useRef, useState } from "preact/hooks";
import { usePage } from "../../page/page.ts";
import { lazyComponent } from "../../parts/lazy.tsx";
import type { SessionView } from "../../sync/live-session.ts";
import type { TranscriptScroll } from "../scroll.ts";

const FindPanel = lazyComponent(async () => (await import("./find-panel.tsx")).FindPanel);
const OutlinePanel = lazyComponent(async () => (await import("./outline-panel.tsx")).OutlinePanel);

interface Props {
  readonly session: string;
  readonly view: Pick<SessionView, "outline" | "state">;
  readonly scroll: TranscriptScroll;
  /** It is played back already. */
  readonly isPast?: boolean;
}

export function Panels({ session, view, scroll, isPast = false }: Props) {
  const [open, setOpen] = useState<"find" | "outline" | null>(null);
  const [words, setWords] = useState("");
  const before = useRef<Element | null>(null);
  const show = (panel: "find" | "outline"): void => {
    before.current = document.activeElement;
    setOpen(panel);
  };
  const close = (): void => {
    setOpen(null);
    const isThere = before.current instanceof HTMLElement && before.current.closest(".transcript-tools") === null;
    (isThere ? (before.current as HTMLElement) : scroll.root).focus();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (document.querySelector("dialog[open]") || document.activeElement?.closest(".transcript-panel input")) return;
      event.preventDefault();
      before.current = document.activeElement;
      setOpen("find");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const go = (seq: number): void => void scroll.seek(seq, { opens: open === "find" }).catch(() => {});
  return (
    <>
      {open === null && (
        <div class="transcript-tools">
          <button type="button" class="act find" onClick={() => show("find")}>
            Find
          </button>
          <button type="button" class="act outline" onClick={() => show("outline")}>
            Outline
          </button>
          {!isPast && <PlayBackButton session={session} scroll={scroll} />}
        </div>
      )}
      {open === "find" && (
        <FindPanel session={session} root={scroll.root} words={words} onWords={setWords} onGo={go} onClose={close} />
      )}
      {open === "outline" && <OutlinePanel view={view} onGo={go} onClose={close} />}
    </>
  );
}

function PlayBackButton({ session, scroll }: Pick<Props, "session" | "scroll">) {
  const { location } = usePage();
  return (
    <button
      type="button"
      class="act"
      title="Play back (P)"
      onClick={() => location.go({ kind: "session", session, at: scroll.newestSeen, plays: true })}
    >
      Play back
    </button>
  );
}
