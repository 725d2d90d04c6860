// The spellings of the flags that deny and ask rules name most often. `-n,--no-verify` are names for the same flag; those with a `=` take a value,
// in the next word or in their own.

export interface Spellings {
  readonly names?: string;
  /** A flag that stands for several, or for one with a value; the same in rules and commands. */
  readonly means?: Readonly<Record<string, string>>;
  /** Flags that a flag of a command implies, unless the command sets them explicitly. */
  readonly implies?: Readonly<Record<string, string>>;
}

const containerRun: Spellings = {
  names:
    "-d,--detach -i,--interactive -t,--tty -v,--volume= -p,--publish= -P,--publish-all -e,--env= -u,--user= -w,--workdir= -h,--hostname= -l,--label= -m,--memory= -c,--cpu-shares= -a,--attach= -q,--quiet --net,--network= --mount= --name= --pid= --ipc= --uts= --userns= --cap-add= --cap-drop= --security-opt= --device= --entrypoint= --env-file= --add-host= --privileged --rm",
};
const force: Spellings = { names: "-f,--force" };
const prune: Spellings = { names: "-a,--all -f,--force --filter= --volumes" };
const containerRemove: Spellings = { names: "-f,--force -v,--volumes -l,--link" };

const ofContainers: Readonly<Record<string, Spellings>> = {
  run: containerRun,
  create: containerRun,
  exec: containerRun,
  rm: containerRemove,
  kill: { names: "-s,--signal=" },
  stop: { names: "-s,--signal= -t,--time,--timeout=" },
};
const ofImages: Readonly<Record<string, Spellings>> = {
  build: { names: "-t,--tag= -f,--file= -q,--quiet --build-arg= --target= --network= --no-cache --push" },
  push: { names: "-a,--all-tags -q,--quiet" },
};
/** The same below another word. */
const below = (word: string, some: Readonly<Record<string, Spellings>>): Record<string, Spellings> =>
  Object.fromEntries(Object.entries(some).map(([way, one]) => [`${word} ${way}`, one]));

const docker: Readonly<Record<string, Spellings>> = {
  "": { names: "-D,--debug -H,--host= -c,--context= --config=" },
  ...ofContainers,
  ...below("container", ofContainers),
  ...ofImages,
  ...below("image", ofImages),
  rmi: force,
  "image rm": force,
  "volume rm": force,
  "network rm": force,
  "system prune": prune,
  "image prune": prune,
  "container prune": prune,
  "volume prune": prune,
  "builder prune": prune,
  compose: { names: "-f,--file= -p,--project-name= --profile= --env-file= --project-directory=" },
  "compose down": { names: "-v,--volumes -t,--timeout= --rmi= --remove-orphans" },
  "compose up": { names: "-d,--detach -t,--timeout= -V,--renew-anon-volumes --build --force-recreate" },
  "compose rm": { names: "-f,--force -s,--stop -v,--volumes" },
  "compose run": containerRun,
  "compose exec": containerRun,
};

const merge: Spellings = {
  names:
    "-s,--strategy= -X,--strategy-option= -m,--message= -F,--file= -S,--gpg-sign -e,--edit -n,--no-stat --no-verify --no-ff --squash --abort",
};

/** By the program and its subcommands. */
export const knownFlags: Readonly<Record<string, Readonly<Record<string, Spellings>>>> = {
  git: {
    "": { names: "-c= -C= -p,--paginate -P,--no-pager --git-dir= --work-tree= --namespace= --exec-path" },
    add: { names: "-A,--all,--no-ignore-removal -f,--force -u,--update -n,--dry-run -p,--patch -N,--intent-to-add" },
    am: { names: "-n,--no-verify -3,--3way -s,--signoff -k,--keep -S,--gpg-sign -q,--quiet --abort --skip" },
    branch: {
      names:
        "-d,--delete -f,--force -m,--move -c,--copy -a,--all -r,--remotes -u,--set-upstream-to= -t,--track -q,--quiet -v,--verbose",
      means: { "-D": "--delete --force", "-M": "--move --force", "-C": "--copy --force" },
    },
    checkout: { names: "-f,--force -b= -B= -t,--track -m,--merge -p,--patch -q,--quiet -d,--detach" },
    clean: { names: "-f,--force -n,--dry-run -e,--exclude= -i,--interactive -q,--quiet -d -x -X" },
    clone: { names: "-b,--branch= -o,--origin= -u,--upload-pack= -c,--config= -j,--jobs= -n,--no-checkout --depth=" },
    commit: {
      names:
        "-n,--no-verify -a,--all -m,--message= -F,--file= -C,--reuse-message= -c,--reedit-message= -t,--template= -s,--signoff -S,--gpg-sign -p,--patch -i,--include -o,--only -e,--edit -q,--quiet -v,--verbose -u,--untracked-files -z,--null --amend --author= --date= --fixup= --squash= --allow-empty --no-gpg-sign --reset-author --cleanup= --trailer=",
    },
    fetch: { names: "-f,--force -p,--prune -P,--prune-tags -t,--tags -a,--append -u,--update-head-ok --all --depth=" },
    merge,
    pull: { names: `${merge.names} -r,--rebase -f,--force -p,--prune -t,--tags --depth=` },
    push: {
      names:
        "-f,--force -d,--delete -n,--dry-run -u,--set-upstream -o,--push-option= -q,--quiet -v,--verbose --receive-pack,--exec= --repo= --mirror --all,--branches --tags --no-verify --prune",
      implies: { "--mirror": "--force --delete", "--prune": "--delete" },
    },
    rebase: {
      names:
        "-i,--interactive -m,--merge -f,--force-rebase,--no-ff -x,--exec= -s,--strategy= -X,--strategy-option= -r,--rebase-merges -S,--gpg-sign --onto= --no-verify --root --abort --skip",
    },
    reset: { names: "-q,--quiet -p,--patch -N,--intent-to-add --hard --soft --mixed --keep --merge" },
    restore: { names: "-s,--source= -S,--staged -W,--worktree -p,--patch -m,--merge" },
    rm: { names: "-f,--force -n,--dry-run -q,--quiet -r --cached" },
    stash: {
      names: "-u,--include-untracked -a,--all -k,--keep-index -p,--patch -m,--message= -S,--staged -q,--quiet",
    },
    switch: {
      names:
        "-f,--force,--discard-changes -c,--create= -C,--force-create= -d,--detach -t,--track -m,--merge --orphan= --ignore-other-worktrees",
    },
    tag: {
      names: "-d,--delete -f,--force -a,--annotate -s,--sign -u,--local-user= -m,--message= -F,--file= -l,--list",
    },
    "worktree add": { names: "-f,--force -b= -B= -d,--detach --lock" },
    "worktree remove": force,
    "submodule update": { names: "-f,--force -i,--init -r,--recursive --remote" },
  },
  curl: {
    "": {
      names:
        "-X,--request= -d,--data,--data-ascii= --data-binary= --data-raw= --data-urlencode= --json= -F,--form= --form-string= -T,--upload-file= -o,--output= -O,--remote-name -k,--insecure -L,--location -u,--user= -H,--header= -x,--proxy= -K,--config= -A,--user-agent= -b,--cookie= -c,--cookie-jar= -e,--referer= -E,--cert= -G,--get -I,--head -s,--silent -S,--show-error -f,--fail -v,--verbose -w,--write-out= -m,--max-time= -r,--range= -R,--remote-time -D,--dump-header= -C,--continue-at= -J,--remote-header-name -n,--netrc -N,--no-buffer -p,--proxytunnel -P,--ftp-port= -Q,--quote= -t,--telnet-option= -U,--proxy-user= -y,--speed-time= -Y,--speed-limit= -z,--time-cond= -Z,--parallel -i,--include,--show-headers -g,--globoff -a,--append -q,--disable -h,--help --url= --resolve= --connect-to= --interface= --unix-socket= --cacert= --key= --location-trusted --retry=",
      implies: {
        ...Object.fromEntries(
          "--data --data-binary --data-raw --data-urlencode --json --form --form-string"
            .split(" ")
            .map((flag) => [flag, "--request=POST"]),
        ),
        "--upload-file": "--request=PUT",
        "--head": "--request=HEAD",
      },
    },
  },
  wget: {
    "": {
      names:
        "-O,--output-document= -o,--output-file= -a,--append-output= -P,--directory-prefix= -i,--input-file= -e,--execute= -U,--user-agent= -q,--quiet -r,--recursive -l,--level= -m,--mirror -c,--continue -k,--convert-links -p,--page-requisites -N,--timestamping -t,--tries= -T,--timeout= -w,--wait= -b,--background -x,--force-directories -A,--accept= -R,--reject= -D,--domains= -H,--span-hosts -L,--relative -I,--include-directories= -X,--exclude-directories= -B,--base= -F,--force-html -Q,--quota= -S,--server-response -v,--verbose -d,--debug --method= --post-data= --post-file= --body-data= --body-file= --header= --user= --password= --no-check-certificate",
      implies: { "--post-data": "--method=POST", "--post-file": "--method=POST", "--mirror": "--recursive" },
    },
  },
  rm: {
    "": { names: "-r,-R,--recursive -f,--force -d,--dir -v,--verbose -i -I --no-preserve-root --one-file-system" },
  },
  chown: {
    "": {
      names: "-R,--recursive -v,--verbose -c,--changes -f,--silent,--quiet -h,--no-dereference --reference= --from=",
    },
  },
  sed: {
    "": {
      names:
        "-i,--in-place -n,--quiet,--silent -e,--expression= -f,--file= -E,-r,--regexp-extended -s,--separate -z,--null-data",
    },
  },
  pkill: {
    "": { names: "-f,--full -x,--exact -n,--newest -o,--oldest -i,--ignore-case -u,--euid= -U,--uid= -P,--parent=" },
  },
  psql: {
    "": {
      names:
        "-c,--command= -f,--file= -d,--dbname= -h,--host= -p,--port= -U,--username= -v,--set,--variable= -o,--output= -A,--no-align -t,--tuples-only -q,--quiet -X,--no-psqlrc -l,--list -1,--single-transaction",
    },
  },
  mysql: {
    "": {
      names:
        "-e,--execute= -u,--user= -h,--host= -P,--port= -D,--database= -S,--socket= -p,--password -N,--skip-column-names -s,--silent -B,--batch -f,--force",
    },
  },
  node: {
    "": {
      names:
        "-e,--eval= -p,--print= -r,--require= -c,--check -i,--interactive -C,--conditions= --import= --input-type=",
      implies: { "--print": "--eval" },
    },
  },
  chmod: { "": { names: "-R,--recursive -v,--verbose -c,--changes -f,--silent,--quiet --reference=" } },
  npm: {
    "": {
      names:
        "-g,--global -D,--save-dev -S,-P,--save,--save-prod -O,--save-optional -E,--save-exact -B,--save-bundle -f,--force -y,--yes -w,--workspace= -C,--prefix= -c,--call= -s,--silent -q,--quiet -l,--long -h,--help -v,--version -a,--all -n,--no-yes -p,--parseable --location= --registry= --tag= --otp= --userconfig= --loglevel= --access= --ignore-scripts",
      means: { "--location=global": "--global" },
    },
  },
  docker,
  podman: docker,
  kubectl: {
    "": {
      names:
        "-n,--namespace= -A,--all-namespaces -f,--filename= -k,--kustomize= -l,--selector= -o,--output= -R,--recursive -c,--container= -s,--server= -v,--v= -w,--watch -L,--label-columns= --context= --cluster= --user= --kubeconfig= --token= --as= --as-group= --field-selector= --grace-period= --cascade= --dry-run= --timeout= --replicas= --image= --type= --force --now --all",
    },
    exec: { names: "-i,--stdin -t,--tty -q,--quiet" },
    attach: { names: "-i,--stdin -t,--tty" },
    run: { names: "-i,--stdin -t,--tty --restart= --overrides= --env= --rm --privileged" },
    debug: { names: "-i,--stdin -t,--tty --target= --copy-to= --profile=" },
    patch: { names: "-p,--patch=" },
    logs: { names: "-f,--follow -p,--previous" },
  },
  gh: {
    "": { names: "-R,--repo= -w,--web -q,--jq= --json= -L,--limit=" },
    api: {
      names: "-X,--method= -f,--raw-field= -F,--field= -H,--header= -i,--include -t,--template= -p,--preview= --input=",
      implies: { "--raw-field": "--method=POST", "--field": "--method=POST", "--input": "--method=POST" },
    },
    "pr merge": {
      names:
        "-d,--delete-branch -s,--squash -m,--merge -r,--rebase -b,--body= -F,--body-file= -t,--subject= -A,--author-email= --admin --auto",
    },
    "pr close": { names: "-d,--delete-branch -c,--comment=" },
    "pr review": { names: "-a,--approve -r,--request-changes -c,--comment -b,--body= -F,--body-file=" },
    "pr create": {
      names:
        "-t,--title= -b,--body= -F,--body-file= -B,--base= -H,--head= -d,--draft -f,--fill -a,--assignee= -r,--reviewer= -l,--label= -m,--milestone= -p,--project=",
    },
    "issue close": { names: "-c,--comment= -r,--reason=" },
    "release create": { names: "-t,--title= -n,--notes= -F,--notes-file= -d,--draft -p,--prerelease --target=" },
    "release delete": { names: "-y,--yes --cleanup-tag" },
    "repo delete": { names: "--yes,--confirm" },
    "repo create": {
      names: "-c,--clone -d,--description= -s,--source= -p,--template= -r,--remote= --public --private",
    },
    "secret set": { names: "-b,--body= -e,--env= -o,--org= -f,--env-file= -a,--app= -v,--visibility=" },
    "workflow run": { names: "-r,--ref= -f,--raw-field= -F,--field=" },
  },
  ssh: {
    "": {
      names:
        "-o= -i= -p= -l= -L= -R= -D= -J= -F= -b= -c= -E= -e= -I= -m= -O= -P= -Q= -S= -W= -w= -B= -A -a -f -N -n -T -t -v -X -Y",
    },
  },
  pip: {
    "": {
      names:
        "-r,--requirement= -U,--upgrade -e,--editable= -i,--index-url,--pypi-url= -f,--find-links= -t,--target= -c,--constraint= -y,--yes -q,--quiet -v,--verbose -I,--ignore-installed --extra-index-url= --prefix= --root= --user --pre --no-deps --break-system-packages --trusted-host= --config-settings= --proxy=",
    },
  },
};
