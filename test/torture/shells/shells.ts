// The shells that agents may run a command with, each as the words in front of `-c`.

export interface Shell {
  readonly name: string;
  readonly argv: readonly string[];
}

/** None of them reads a file of settings. */
export const shells: readonly Shell[] = [
  { name: "dash", argv: ["dash"] },
  { name: "bash", argv: ["bash", "--norc", "--noprofile"] },
  { name: "zsh", argv: ["zsh", "-f"] },
  { name: "mksh", argv: ["mksh"] },
  { name: "ksh93", argv: ["ksh93"] },
  { name: "busybox", argv: ["busybox", "sh"] },
  { name: "yash", argv: ["yash"] },
];

/** It is no Bourne shell: much of what the others run is an error to it, and it takes long to start. */
export const fish: Shell = { name: "fish", argv: ["fish", "--no-config"] };

export const programs: readonly string[] = [...shells, fish].map(({ argv }) => argv[0] as string);
