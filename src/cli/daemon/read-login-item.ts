// Reads an installed login item: the inverse of `login-item.ts`.

export interface LoginItem {
  /** Node and its arguments. */
  readonly command: readonly string[];
  /** Skein's home; null if it names none. */
  readonly home: string | null;
}

/** Null for an unknown format. */
export function readLoginItem(text: string): LoginItem | null {
  const item = text.includes("<plist") ? readPlist(text) : readUnit(text);
  return item.command.length > 0 ? item : null;
}

function readUnit(text: string): LoginItem {
  const [, start = ""] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  const settings = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => wordsIn(line));
  return {
    command: wordsIn(start).map((word) => word.replaceAll("$$", "$")),
    home: settings.find((word) => word.startsWith("SKEIN_HOME="))?.slice("SKEIN_HOME=".length) ?? null,
  };
}

/** Quoted or bare, with systemd's escapes resolved. */
const wordsIn = (line: string): string[] =>
  [...line.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, quoted, bare = ""]) =>
    (quoted?.replaceAll(/\\(.)/g, "$1") ?? bare).replaceAll("%%", "%"),
  );

function readPlist(text: string): LoginItem {
  const [, words = ""] = /<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s.exec(text) ?? [];
  const [, home = null] = /<key>SKEIN_HOME<\/key>\s*<string>([^<]*)<\/string>/.exec(text) ?? [];
  return {
    command: [...words.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word = ""]) => plain(word)),
    home: home === null ? null : plain(home),
  };
}

const plain = (xml: string): string => xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
