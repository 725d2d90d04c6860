// Forms of ids that several agents use (`IdShapes`), and the check of an id.

/** For agents with UUIDs. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** For agents with arbitrary ids: one word that is not a path. */
export const WORD = /^[A-Za-z0-9][\w.:@+=-]{0,199}$/;
/** The same for ids that are only used in JSON. */
export const LINE = /^(?![-\s])[^\p{C}\p{Zl}\p{Zp}]{1,500}$/u;

/** No id may begin with "-", whatever its form: a program would take it for a flag. */
export const isId = (shape: RegExp | null, id: string): boolean => shape?.test(id) === true && !id.startsWith("-");
