// What a program is called, without where it is and which one of several it is.

/** `/usr/bin/env` is env to those who look for what it does. */
export const nameOf = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

const version = /(?<![\d.])[-.]?\d[\d.]*$/;

/** `python3.12` is python, and `gcc-13` is gcc. */
export const unversioned = (name: string): string => name.replace(version, "") || name;

/** Whether `name` is the program `wanted`, or a version of it. */
export const isVersionOf = (name: string, wanted: string): boolean =>
  name.startsWith(wanted) && /^(?:[-.]?\d[\d.]*)?(?:\.exe)?$/.test(name.slice(wanted.length));
