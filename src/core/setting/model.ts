// What can be the name of a model. It goes into the arguments of programs: one that begins with "-" would be taken for a flag.

const SHAPE = /^(?!-)[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

export const isModelName = (name: string): boolean => SHAPE.test(name) && name.trim() === name;
