// Flags of everyday programs of a system that run other programs, or write files.
import type { Risk } from "./risk.ts";

/** By the program's name, or by it and its first word. */
export const everydayRisks: Readonly<Record<string, Risk>> = {
  find: { words: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from" },
  fd: { short: "xX", long: "--exec --exec-batch" },
  fdfind: { short: "xX", long: "--exec --exec-batch" },
  tar: {
    short: "IFPT",
    // A list of files may have flags in it.
    long: "--files-from --to-command --use-compress-program --checkpoint-action --info-script --new-volume-script --rmt-command --rsh-command --absolute-names",
    // The old way to write flags.
    shape: /^(?=[^IFPT]*[IFPT])[a-zA-Z]+$/,
  },
  rsync: {
    short: "eM",
    long: "--rsh --rsync-path --remote-option --log-file --write-batch --only-write-batch --daemon --config --backup-dir --temp-dir --partial-dir",
  },
  cpio: { short: "OFI", long: "--rsh-command --to-stdout" },
  "ssh-keygen": { words: "-D -w" },
  scp: { short: "oSFD" },
  sftp: { short: "oSFDb" },
  zip: { short: "T", long: "--test --unzip-command" },
  iconv: { short: "o", long: "--output" },
  shuf: { short: "o", long: "--output" },
  base64: { short: "o", long: "--output" },
  tree: { short: "oR" },
  file: { short: "C", long: "--compile" },
  date: { shape: /^-[uR]*s/, long: "--set" },
  yq: { short: "is", long: "--inplace --split-exp" },
  ugrep: { long: "--filter --pager --view --save-config" },
  tcpdump: { short: "wzC" },
  nmap: { short: "oi", long: "--script --datadir --iL --oN --oX --oG --oA" },
  gpg: { short: "o", long: "--output --exec-path --photo-viewer --options --homedir --load-extension" },
  openssl: { words: "engine", shape: /^--?(engine|out|provider|config|writerand|pass)/ },
  pandoc: {
    short: "oFLd",
    long: "--output --filter --lua-filter --defaults --pdf-engine --extract-media --template --data-dir --log",
  },
  sort: { short: "oT", long: "--output --compress-program --temporary-directory" },
  split: { long: "--filter" },
  rg: { long: "--pre --hostname-bin" },
  ack: { long: "--pager --ackrc" },
  bat: { long: "--pager --map-syntax" },
  curl: {
    short: "oOKcDTw",
    // Behind @ and < stands a file that is sent.
    shape: /^[@<]|=[@<]|^-\w*@|^file:|^--expand-/i,
    long: "--url-query --data-urlencode --variable --netrc-file --proto-default --ssl-sessions --write-out --unix-socket --abstract-unix-socket --output --output-dir --remote-name --remote-name-all --remote-header-name --config --cookie-jar --dump-header --trace --trace-ascii --upload-file --stderr --libcurl --etag-save --hsts --alt-svc --engine",
  },
  wget: {
    short: "OPeiao",
    long: "--output-document --output-file --append-output --directory-prefix --execute --config --use-askpass --input-file --post-file --body-file",
  },
  terraform: { words: "console", shape: /^--?(chdir|plugin-dir|backend-config)/ },
  kubectl: {
    short: "s",
    long: "--server --token --as --as-group --as-uid --raw --user --client-key --client-certificate --certificate-authority --tls-server-name --profile-output",
  },
  helm: { long: "--post-renderer --post-renderer-args --kube-apiserver --kube-token --registry-config" },
};
