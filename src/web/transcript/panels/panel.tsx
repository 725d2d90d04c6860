// A panel beside the transcript. Escape closes it.
import type { ComponentChildren } from "preact";

interface Props {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Panel({ label, onClose, children }: Props) {
  return (
    <aside
      class="transcript-panel"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2>{label}</h2>
        <button type="button" class="act" aria-label={`Close ${label.toLowerCase()}`} onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </aside>
  );
}
