// Something that opens and closes. What was opened stays open when its item leaves the screen and comes back.
import { signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** The names of what differs from how it is at first. */
export class Folds {
  readonly #turned = signal<ReadonlySet<string>>(new Set());

  isTurned(name: string): boolean {
    return this.#turned.value.has(name);
  }

  turn(name: string): void {
    const turned = new Set(this.#turned.value);
    if (!turned.delete(name)) turned.add(name);
    this.#turned.value = turned;
  }
}

export const FoldsContext = createContext<Folds | null>(null);

interface Props {
  readonly name: string;
  readonly whenClosed: ComponentChildren;
  readonly whenOpen: ComponentChildren;
  readonly isOpenAtFirst?: boolean;
  /** The button comes after what it opens: it shows more of a text. */
  readonly isBelow?: boolean;
  readonly children: (isOpen: boolean) => ComponentChildren;
}

export function Foldable({ name, whenClosed, whenOpen, isOpenAtFirst = false, isBelow = false, children }: Props) {
  const folds = useContext(FoldsContext);
  if (!folds) throw new Error("A Foldable needs a FoldsContext around it.");
  const isOpen = folds.isTurned(name) !== isOpenAtFirst;
  const button = (
    <button type="button" class={isBelow ? "act" : "fold"} aria-expanded={isOpen} onClick={() => folds.turn(name)}>
      {isOpen ? whenOpen : whenClosed}
    </button>
  );
  return (
    <>
      {!isBelow && button}
      {children(isOpen)}
      {isBelow && button}
    </>
  );
}
