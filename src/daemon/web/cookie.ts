// The cookie in which a browser keeps its secret. No script can read it, and no other site's page makes the browser send it.

/** Browsers keep no cookie longer. */
const MAX_AGE_SECONDS = 400 * 86_400;

export interface CookieOf {
  /** Cookies belong to a name without its port: the port tells daemons of one machine apart. */
  readonly port: number;
  readonly isSecure: boolean;
}

/** Whether it was given over HTTPS can't always be told: a proxy may ask in another name than browsers do. */
export const secretOf = (header: string | undefined, { port }: Pick<CookieOf, "port">): string | null =>
  secretIn(header, { port, isSecure: true }) ?? secretIn(header, { port, isSecure: false });

const nameOf = ({ port, isSecure }: CookieOf): string => `${isSecure ? "__Host-" : ""}skein-${port}`;

const written = (of: CookieOf, value: string, seconds: number): string =>
  `${nameOf(of)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${of.isSecure ? "; Secure" : ""}`;

export const newCookie = (of: CookieOf, secret: string): string => written(of, secret, MAX_AGE_SECONDS);

export const endedCookie = (of: CookieOf): string => written(of, "", 0);

function secretIn(header: string | undefined, of: CookieOf): string | null {
  const name = nameOf(of);
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
