// Shapes of ids that several agents have (`IdShapes`), and whether an id has one.

/** For agents that name things by a UUID. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** For agents whose ids nobody knows beforehand: one word that is no path. */
export const WORD = /^[A-Za-z0-9][\w.:@+=-]{0,199}$/;
/** The same for ids that go nowhere but into JSON. */
export const LINE = /^(?![-\s])[^\p{C}\p{Zl}\p{Zp}]{1,500}$/u;

/** Whatever a shape says, no id begins with "-": a program would take it for a flag. */
export const isId = (shape: RegExp | null, id: string): boolean => shape?.test(id) === true && !id.startsWith("-");
