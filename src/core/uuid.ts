// What Skein itself calls sessions, runs and commands.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (name: string): boolean => UUID.test(name);
