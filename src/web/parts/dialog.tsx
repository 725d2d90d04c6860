// A dialog: the browser's own, which keeps the focus inside and closes with Escape.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ label, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  );
}
