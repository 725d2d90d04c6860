// The password within a secret that is base64 of a name and a password.

/** Of `Basic` and of a registry: base64 of name and password. */
export function passwordIn(secret: string, kind: string): string {
  if (!/^(?:authorization header|registry credentials)$/.test(kind) || secret.length > 400) return "";
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(secret) || secret.replace(/={1,2}$/, "").length % 4 === 1) return "";
  return /^[\x20-\x7e]{1,100}?:(?<password>[\x20-\x7e]{4,200})$/.exec(atob(secret))?.groups?.password ?? "";
}
