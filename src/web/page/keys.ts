// Keys of the whole page. A letter alone never works in a text field or with Ctrl, Alt or Cmd, and no key works while text is being composed
// (IME).

export interface Binding {
  /** "n", "?", "Shift+E", "Mod+K" (Cmd on a Mac, otherwise Ctrl), "Alt+ArrowDown". */
  readonly key: string;
  run(): void;
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether keys type text in this element. */
function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/** A pressed key, spelled like a binding. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(key);
  const mod = isMac() ? metaKey : ctrlKey;
  const other = isMac() ? ctrlKey : metaKey;
  const held = [mod && "Mod", other && "Other", altKey && "Alt", shiftKey && (isLetter || key.length > 1) && "Shift"];
  return [...held.filter(Boolean), isLetter ? key.toUpperCase() : key].join("+");
}

/** A binding's key, spelled like the result of `keyOf`. */
const spelled = (key: string): string =>
  key.replace(/(^|\+)(\p{Ll})$/u, (_, plus, letter) => plus + letter.toUpperCase());

const isPlain = (key: string): boolean => !/^(Mod|Alt|Other)\+/.test(key) && key.replace("Shift+", "").length === 1;

interface Rules {
  /** A promise while they are being loaded: a key that is pressed before acts then. */
  bindings(): readonly Binding[] | Promise<readonly Binding[]>;
  letterKeys(): boolean;
}

export function listenForKeys({ bindings, letterKeys }: Rules): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const key = keyOf(event);
    if (isPlain(key) && (typesText(event.target) || !letterKeys())) return;
    // An open dialog handles its own keys.
    if (document.querySelector("dialog[open], [popover]:popover-open")) return;
    const find = (all: readonly Binding[]): Binding | undefined => all.find((one) => spelled(one.key) === key);
    const known = bindings();
    if (known instanceof Promise) return void known.then((all) => find(all)?.run());
    const found = find(known);
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

const macSigns: Readonly<Record<string, string>> = { Mod: "⌘", Alt: "⌥", Shift: "⇧" };
const names: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowLeft: "←",
  Escape: "Esc",
  " ": "Space",
};

/** The key as keyboards of this platform label it: "Ctrl+K", "⌘K". */
export function shownKey(key: string): string {
  const parts = key.split(/\+(?=.)/).map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  if (isMac()) return parts.map((part) => macSigns[part] ?? part).join("");
  return parts.map((part) => (part === "Mod" ? "Ctrl" : part)).join("+");
}
