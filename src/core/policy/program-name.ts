// A program's name, without its directory and version.

/** GNU programs on systems with other programs of that name: `gtar`, `gfind`. */
const gnu: ReadonlySet<string> = new Set(
  [
    "tar find xargs locate make sed awk grep egrep fgrep diff patch time which",
    "cp mv rm ln touch mkdir rmdir install dd tee truncate chmod chown chgrp unlink shred mkfifo mknod split csplit",
    "env timeout nice nohup stdbuf chroot runcon kill date sort uniq shuf ptx base64 iconv",
    "cat head tail wc ls dir cut tr paste join comm stat du df readlink realpath printf echo expr",
  ].flatMap((line) => line.split(" ").map((name) => `g${name}`)),
);

/** `/usr/bin/env`, `genv` and `env.exe` all mean env. */
export function nameOf(program: string): string {
  const last = program.slice(program.lastIndexOf("/") + 1);
  // A fast check: most names have no dot, and the same ones are checked again and again.
  const name = last.includes(".") ? last.replace(/(?<=.)\.(?:exe|cmd|bat|com)$/i, "") : last;
  return gnu.has(name) ? name.slice(1) : name;
}

const version = /(?<![\d.])[-.]?\d[\d.]*$/;

/** `python3.12` is python, and `gcc-13` is gcc. */
export const unversioned = (name: string): string => (/[\d.]$/.test(name) ? name.replace(version, "") || name : name);

/** Whether `name` is the program `wanted`, or a version of it. */
export const isVersionOf = (name: string, wanted: string): boolean =>
  name.startsWith(wanted) && /^(?:[-.]?\d[\d.]*)?$/.test(name.slice(wanted.length));
