// Flags of common system programs that run other programs, or write files.
import { flagRisks, type Risk } from "./risk.ts";

const tar: Risk = {
  short: "IFPT",
  // A list of files may contain flags.
  long: "--files-from --to-command --use-compress-program --checkpoint-action --info-script --new-volume-script --rmt-command --rsh-command --absolute-names --transform --xform",
  // The old flag syntax, and an archive on another host, which a remote shell would open.
  shape: /^(?=[^IFPT]*[IFPT])[a-zA-Z]+$|:/,
};

/** By the program's name, or by the program and its first word. */
export const everydayRisks: Readonly<Record<string, Risk>> = {
  find: { words: "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -files0-from" },
  tar,
  gtar: tar,
  bsdtar: { ...tar, short: "IFPTs" },
  "ssh-keygen": { words: "-D -w" },
  date: { shape: /^-[uR]*s/, long: "--set" },
  openssl: { words: "engine", shape: /^--?(engine|out|provider|config|writerand|pass)/ },
  curl: {
    short: "oOKcDTwQ",
    // After @ and < comes a file that is sent.
    // Other protocols than the web's take commands of a server.
    shape:
      /^[@<]|=[@<]|^-\w*@|^file:|^--expand-|(?:^|=)(?!https?:)[a-z][\w+.-]*:\/\/|^(?:ftp|dict|ldap|imap|smtp|pop3|gopher)\.|pkcs11:/i,
    long: "--quote --prequote --postquote --url-query --data-urlencode --variable --netrc-file --proto-default --ssl-sessions --write-out --unix-socket --abstract-unix-socket --output --output-dir --remote-name --remote-name-all --remote-header-name --config --cookie-jar --dump-header --trace --trace-ascii --upload-file --stderr --libcurl --etag-save --hsts --alt-svc --engine",
  },
  wget: {
    short: "OPeiao",
    long: "--output-document --output-file --append-output --directory-prefix --execute --config --use-askpass --input-file --post-file --body-file --no-host-directories --no-directories --cut-dirs --content-disposition --trust-server-names",
    // The address, or the server, names the file that is written.
    shape: /\/(?:\.|%2e)\w|^-n\w*[Hd]/i,
  },
  "docker-compose": { short: "o", pathed: "-f", long: "--file --project-directory" },
  pandoc: {
    short: "oFLd",
    long: "--output --filter --lua-filter --defaults --pdf-engine --extract-media --template --data-dir --log",
    // A format may be a program in Lua.
    pathed: "-f -r -t -w --from --read --to --write",
  },
  terraform: {
    words: "console",
    shape: /^--?(chdir|plugin-dir|backend-config|from-module|state-out|backup|fs-mirror|net-mirror)/,
  },
  // A saved plan brings its own settings.
  "terraform apply": { shape: /^(?!-|apply$)/ },
  ...flagRisks([
    "gh auth -t --show-token",
    "gh pr -e --editor",
    "gh issue -e --editor",
    "docker start -ai --attach --interactive",
    "aws --endpoint-url --ca-bundle",
    "docker -oH --host",
    "podman -oH --host",
    "nerdctl -oH --host",
    "docker build --iidfile --metadata-file --ssh --secret --allow",
    "code --install-extension --extensions-dir --user-data-dir",
    "fd -xX --exec --exec-batch",
    "fdfind -xX --exec --exec-batch",
    "rsync -eM --files-from --rsh --rsync-path --remote-option --log-file --write-batch --only-write-batch --daemon --config --backup-dir --temp-dir --partial-dir",
    "cpio -OFI --rsh-command --to-stdout",
    "scp -oSFD",
    "sftp -oSFDb",
    "zip -T --test --unzip-command",
    "iconv -o --output",
    "shuf -o --output",
    "base64 -o --output",
    "tree -oR",
    "file -C --compile",
    "yq -is --inplace --in-place --split-exp --security-enable-system-operator",
    "ugrep --filter --pager --view --save-config",
    "tcpdump -wzC",
    "nmap -oi --script --datadir --iL --oN --oX --oG --oA",
    "gpg -o --output --exec-path --photo-viewer --options --homedir --load-extension",
    "sort -oT --output --compress-program --temporary-directory",
    "split --filter",
    "rg --pre --hostname-bin",
    "ack --pager --ackrc",
    "bat --pager --map-syntax",
    "kubectl -s --edit --kuberc --server --token --as --as-group --as-uid --raw --user --client-key --client-certificate --certificate-authority --tls-server-name --profile-output",
    "helm --post-renderer --post-renderer-args --kube-apiserver --kube-token --registry-config",
  ]),
};
