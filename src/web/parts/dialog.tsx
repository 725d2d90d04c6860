// A dialog: the browser's own, which keeps the focus inside, closes with Escape, and gives the focus back.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  readonly label: string;
  /** A word for its style. */
  readonly kind?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ label, kind = "plain", onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // The browser tells later that it was closed: by then something else may be shown.
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      isOver.current = true;
      dialog?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, and so does Escape
    <dialog
      ref={element}
      class={kind}
      aria-label={label}
      onClose={() => {
        if (!isOver.current) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="inside">{children}</div>
    </dialog>
  );
}
