// A code in the address signs this browser in. It is removed from the address first, so that it is not in the browser's history.
import type { Access } from "./access.ts";

const CODE_IN_ADDRESS = /#code=([\w-]+)$/;

/** Accepts a pasted address too. */
export const codeIn = (typed: string): string => CODE_IN_ADDRESS.exec(typed.trim())?.[1] ?? typed.trim();

export function takeCode(): string | null {
  const code = CODE_IN_ADDRESS.exec(window.location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, "", window.location.pathname + window.location.search);
  return code;
}

/** An address that is opened where the page is open already loads nothing: only what is behind the # changes. */
export function listenForCodes({ state, enter }: Access): void {
  addEventListener("hashchange", () => {
    const code = takeCode();
    if (code !== null && state.value.kind === "out") void enter(code);
  });
}
