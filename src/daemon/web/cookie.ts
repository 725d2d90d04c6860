// The cookie in which a browser keeps its secret. No script can read it, and no other site's page makes the browser send it.

/** Browsers keep no cookie longer. */
const MAX_AGE_SECONDS = 400 * 86_400;

export interface CookieOf {
  /** Cookies belong to a name without its port: the port tells daemons of one machine apart. */
  readonly port: number;
  readonly isSecure: boolean;
}

/** More than browsers keep for one host: pages of its other ports may have added any of them. */
const MAX_SECRETS = 200;

/**
 * In the order in which the browser sends them. Whether a cookie was given over HTTPS can't always be told: a proxy may ask in another name than
 * browsers do.
 */
export const secretsOf = (header: string | undefined, { port }: Pick<CookieOf, "port">): readonly string[] =>
  [true, false].flatMap((isSecure) => secretsIn(header, { port, isSecure })).slice(0, MAX_SECRETS);

const nameOf = ({ port, isSecure }: CookieOf): string => `${isSecure ? "__Host-" : ""}skein-${port}`;

const written = (of: CookieOf, value: string, seconds: number): string =>
  `${nameOf(of)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${of.isSecure ? "; Secure" : ""}`;

export const newCookie = (of: CookieOf, secret: string): string => written(of, secret, MAX_AGE_SECONDS);

export const endedCookie = (of: CookieOf): string => written(of, "", 0);

function secretsIn(header: string | undefined, of: CookieOf): string[] {
  const name = nameOf(of);
  return (header ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : [];
  });
}
