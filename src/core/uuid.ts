// What Skein itself calls sessions, runs and commands.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (name: string): boolean => UUID.test(name);

/** A UUID is the same one in either case: what comes in is taken in the one that Skein writes. Anything else is left as it is. */
export const inOwnSpelling = (id: string): string => (isUuid(id.toLowerCase()) ? id.toLowerCase() : id);

/** The same for the sessions and prompts that the path of a request names; what follows "?" says other things. */
export function pathInOwnSpelling(url: string): string {
  const [path = "", ...query] = url.split("?");
  const own = path.replaceAll(/(?<=\/(?:sessions|prompts)\/)[0-9a-f-]{36}(?=$|\/)/gi, inOwnSpelling);
  return [own, ...query].join("?");
}
