// In some answers `session` is an id, in others the session's row: `sessionId` is the id in all of them.

/** The same document, with `sessionId` in each session of a list, and after each `session` in it and in its lists. */
export const withSessionIds = (document: object): object =>
  identified(
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((item) => identifiedItem(item, name === "sessions")) : value,
      ]),
    ),
  );

const identifiedItem = (item: unknown, isRow: boolean): unknown =>
  typeof item === "object" && item !== null && !Array.isArray(item) ? identified(item, isRow) : item;

function identified(document: object, isRow = false): object {
  const id = idOf("session" in document ? document.session : isRow ? document : undefined);
  return id === null ? document : { ...document, sessionId: id };
}

function idOf(session: unknown): string | null {
  if (typeof session === "string") return session;
  return typeof session === "object" && session !== null && "id" in session && typeof session.id === "string"
    ? session.id
    : null;
}
