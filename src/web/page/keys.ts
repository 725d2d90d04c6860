// Keys of the whole page. A letter alone never works in a text field nor with Ctrl, Alt or Cmd; a text being composed (IME) keeps all keys.

export interface Binding {
  /** "n", "?", "Shift+E", "Mod+K" (Cmd on a Mac, otherwise Ctrl), "Alt+ArrowDown". */
  readonly key: string;
  run(): void;
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether keys type text there. */
function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/** A key that was pressed, in the spelling of bindings. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(key);
  const mod = isMac() ? metaKey : ctrlKey;
  const other = isMac() ? ctrlKey : metaKey;
  const held = [mod && "Mod", other && "Other", altKey && "Alt", shiftKey && (isLetter || key.length > 1) && "Shift"];
  return [...held.filter(Boolean), isLetter ? key.toUpperCase() : key].join("+");
}

/** Of the same spelling as `keyOf`. */
const spelled = (key: string): string =>
  key.replace(/(^|\+)(\p{Ll})$/u, (_, plus, letter) => plus + letter.toUpperCase());

const isPlain = (key: string): boolean => !/^(Mod|Alt|Other)\+/.test(key) && key.replace("Shift+", "").length === 1;

interface Rules {
  bindings(): readonly Binding[];
  letterKeys(): boolean;
}

export function listenForKeys({ bindings, letterKeys }: Rules): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const key = keyOf(event);
    if (isPlain(key) && (typesText(event.target) || !letterKeys())) return;
    // A dialog that is open has the keys to itself.
    if (document.querySelector("dialog[open], [popover]:popover-open")) return;
    const found = bindings().find((binding) => spelled(binding.key) === key);
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

/** The key as it is written on this platform's keyboards: "Ctrl+K", "⌘K". */
export function shownKey(key: string): string {
  const parts = key.split(/\+(?=.)/).map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  if (isMac()) return parts.map((part) => macSigns[part] ?? part).join("");
  return parts.map((part) => (part === "Mod" ? "Ctrl" : part)).join("+");
}
