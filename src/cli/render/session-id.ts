// In some answers `session` is an id, in others the session's row: `sessionId` is the id in all of them.

/** The same document, with `sessionId` after each `session` in it and in its lists. */
export const withSessionIds = (document: object): object =>
  identified(
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [name, Array.isArray(value) ? value.map(identifiedItem) : value]),
    ),
  );

const identifiedItem = (item: unknown): unknown =>
  typeof item === "object" && item !== null && !Array.isArray(item) ? identified(item) : item;

function identified(document: object): object {
  const id = idOf("session" in document ? document.session : undefined);
  return id === null ? document : { ...document, sessionId: id };
}

function idOf(session: unknown): string | null {
  if (typeof session === "string") return session;
  return typeof session === "object" && session !== null && "id" in session && typeof session.id === "string"
    ? session.id
    : null;
}
