// The addresses that a text may link to, and where they lead.

const schemes = new Set(["http:", "https:", "mailto:"]);

/** The address as a link may have it. Null for other schemes, relative addresses, and addresses with a user name or password. */
export function linkAddress(written: string): string | null {
  const url = URL.parse(written.trim());
  if (!url || !schemes.has(url.protocol) || url.username !== "" || url.password !== "") return null;
  return url.href;
}

/** The site of a link, in short; null if the link's text already names it. */
export function siteOf(address: string, text: string): string | null {
  const url = new URL(address);
  const site = url.protocol === "mailto:" ? url.pathname : url.host;
  const said = text.trim();
  return said === address || linkAddress(said) === address || `mailto:${said}` === address ? null : site;
}
