// Valid names of models. They become program arguments, so a name that begins with "-" would be read as a flag.

const SHAPE = /^(?!-)[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

export const isModelName = (name: string): boolean => SHAPE.test(name) && name.trim() === name;
