// The cookie in which a browser keeps its secret. No script can read it, and no other site's page makes the browser send it.

/** Browsers keep no cookie longer. */
const MAX_AGE_SECONDS = 400 * 86_400;

export interface CookieOf {
  /** Cookies belong to a name without its port: the port tells daemons of one machine apart. */
  readonly port: number;
  readonly isSecure: boolean;
}

const nameOf = ({ port, isSecure }: CookieOf): string => `${isSecure ? "__Host-" : ""}skein-${port}`;

const written = (of: CookieOf, value: string, seconds: number): string =>
  `${nameOf(of)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${of.isSecure ? "; Secure" : ""}`;

export const newCookie = (of: CookieOf, secret: string): string => written(of, secret, MAX_AGE_SECONDS);

export const endedCookie = (of: CookieOf): string => written(of, "", 0);

/** The secret in a `Cookie` header; null without one. */
export function secretIn(header: string | undefined, of: CookieOf): string | null {
  const name = nameOf(of);
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
