// The ids of sessions, runs and commands.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (name: string): boolean => UUID.test(name);

/** UUIDs are case-insensitive: normalises an incoming one to lower case. Anything else is unchanged. */
export const inOwnSpelling = (id: string): string => (isUuid(id.toLowerCase()) ? id.toLowerCase() : id);

/** The same for sessions and prompts in a request's path; the query is unchanged. */
export function pathInOwnSpelling(url: string): string {
  const [path = "", ...query] = url.split("?");
  const own = path.replaceAll(/(?<=\/(?:sessions|prompts)\/)[0-9a-f-]{36}(?=$|\/)/gi, inOwnSpelling);
  return [own, ...query].join("?");
}
