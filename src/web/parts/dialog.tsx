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
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, and so does Escape
    <dialog
      ref={element}
      class={kind}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="inside">{children}</div>
    </dialog>
  );
}
