// A flag has several spellings. A deny rule that is written with one of them catches all; an allow rule covers what it says.
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateRequest } from "../../../src/core/index.ts";
import { allow, deny, human, run, source } from "./kit.ts";

/** Each row: commands that do the same. */
const same: readonly (readonly string[])[] = [
  ["git commit --no-verify", "git commit -n", "git commit --no-veri"],
  ["git commit --amend", "git commit --am"],
  ["git commit -a", "git commit --all"],
  ["git branch -D x", "git branch -d -f x", "git branch --delete --force x", "git branch -df x", "git branch x -fd"],
  ["git branch -M a", "git branch -m -f a", "git branch --move --force a"],
  ["git push --force", "git push -f"],
  ["git push --delete origin x", "git push -d origin x", "git push origin -d x"],
  ["git push -o ci.skip", "git push --push-option ci.skip", "git push --push-option=ci.skip", "git push -oci.skip"],
  ["git clean -fdx", "git clean --force -d -x", "git clean -x -d -f"],
  ["git checkout -f", "git checkout --force"],
  ["git switch --discard-changes x", "git switch -f x", "git switch --force x"],
  ["git tag -d v1", "git tag --delete v1"],
  ["git rebase -i", "git rebase --interactive"],
  ["git stash -u", "git stash --include-untracked"],
  ["git remote rm x", "git remote remove x"],
  ["git am -n", "git am --no-verify"],
  ["git add -A", "git add --all"],
  ["git rm -r x", "git rm x -r"],
  ["git worktree remove -f x", "git worktree remove --force x"],
  [
    "curl -X POST https://a",
    "curl --request POST https://a",
    "curl -XPOST https://a",
    "curl --request=POST https://a",
    "curl https://a -X POST",
    "curl --req POST https://a",
  ],
  ["curl -d x https://a", "curl --data x https://a", "curl --data=x https://a"],
  ["curl -k https://a", "curl --insecure https://a", "curl https://a --insecure"],
  ["curl -T x https://a", "curl --upload-file x https://a", "curl -Tx https://a", "curl https://a --upload-file=x"],
  ["curl -o x https://a", "curl --output x https://a", "curl -ox https://a"],
  ["curl -u a:b https://a", "curl --user a:b https://a", "curl -ua:b https://a"],
  ["wget -O x https://a", "wget --output-document x https://a", "wget --output-document=x https://a"],
  ["wget -r https://a", "wget --recursive https://a"],
  ["wget -i x", "wget --input-file=x", "wget --input-file x", "wget -ix"],
  ["wget -e x=y https://a", "wget --execute x=y https://a", "wget --execute=x=y https://a"],
  ["rm -rf x", "rm -r -f x", "rm --recursive --force x", "rm -R --force x", "rm x -fr"],
  ["rm -d x", "rm --dir x"],
  [
    "npm install -g x",
    "npm install --global x",
    "npm i x -g",
    "npm install --location=global x",
    "npm i --location global x",
  ],
  ["npm install -D x", "npm install --save-dev x", "npm i -D x"],
  ["npm install -f", "npm install --force", "npm i --force"],
  ["npm test -w a", "npm test --workspace a", "npm test --workspace=a", "npm -w a test"],
  ["npm run x -C a", "npm run x --prefix a", "npm --prefix=a run x"],
  ["docker run -d x", "docker run --detach x", "docker container run -d x"],
  ["docker run -v /:/h x", "docker run --volume /:/h x", "docker run --volume=/:/h x", "docker run -v/:/h x"],
  ["docker run --network host x", "docker run --net host x", "docker run --net=host x", "docker run --network=host x"],
  ["docker run -p 80:80 x", "docker run --publish 80:80 x", "docker run --publish=80:80 x"],
  ["docker run -u root x", "docker run --user root x", "docker run --user=root x", "docker run -uroot x"],
  ["docker rm -f x", "docker rm --force x"],
  ["docker system prune -a", "docker system prune --all"],
  ["docker compose down -v", "docker compose down --volumes", "docker-compose down -v"],
  ["docker build -t x .", "docker build --tag x .", "docker build --tag=x ."],
  [
    "kubectl delete pod -n prod",
    "kubectl delete pod --namespace prod",
    "kubectl -n prod delete pod",
    "kubectl --namespace=prod delete pod",
    "kubectl delete pod -nprod",
  ],
  ["kubectl get pods -A", "kubectl get pods --all-namespaces"],
  ["kubectl apply -f x.yaml", "kubectl apply --filename x.yaml", "kubectl apply --filename=x.yaml"],
  ["kubectl delete pod -l a=b", "kubectl delete pod --selector a=b", "kubectl delete pod --selector=a=b"],
  ["kubectl exec -it x", "kubectl exec -i -t x", "kubectl exec --stdin --tty x"],
  ["kubectl delete pod --grace-period=0", "kubectl delete pod --grace-period 0"],
  ["gh api -X DELETE a", "gh api --method DELETE a", "gh api a --method=DELETE", "gh api -XDELETE a"],
  ["gh pr merge -d", "gh pr merge --delete-branch"],
  ["gh pr merge -s", "gh pr merge --squash"],
  ["gh pr review -a", "gh pr review --approve"],
  ["gh pr list -R a/b", "gh pr list --repo a/b", "gh pr list --repo=a/b"],
  ["ssh -o A=b h", "ssh -oA=b h"],
  ["ssh -i x h", "ssh -ix h", "ssh h -i x"],
  ["chmod -R 777 x", "chmod --recursive 777 x", "chmod 777 -R x"],
  ["pip install -r x", "pip install --requirement x", "pip install --requirement=x", "pip install -rx"],
  ["pip install -U x", "pip install --upgrade x"],
  ["pip install -e .", "pip install --editable .", "pip install --editable=."],
  ["pip install -i https://a x", "pip install --index-url https://a x", "pip install x --index-url=https://a"],
  ["pip uninstall -y x", "pip uninstall --yes x"],
];

/** Commands that do what the rule is about, and something besides. */
const more: Readonly<Record<string, readonly string[]>> = {
  "git commit --no-verify": ["git commit -an", "git -C x commit -n", "git commit -m x -n", "sudo git commit -anm x"],
  "git commit -a": ["git commit -am x", "git commit -qam x"],
  "git ** -n": ["git commit --no-verify"],
  "git push --force": ["git push -uf origin main", "git push origin --force"],
  "curl -X POST": [
    "curl -sXPOST https://a",
    "curl -sSL -X POST https://a",
    "curl -s -H a:b --request POST https://a",
    "curl -d x https://a",
    "curl https://a --json x",
    "curl -F a=b https://a",
  ],
  "curl -X *": ["curl -XPUT https://a", "curl https://a --request=PATCH"],
  "curl --request=P*": ["curl -XPUT https://a", "curl https://a -X POST"],
  "curl -d **": ["curl -sdx https://a"],
  "curl -k": ["curl -sk https://a"],
  "curl -o *": ["curl -so x https://a"],
  "wget --output-document x": ["wget -qOx https://a"],
  "wget -r": ["wget -qr https://a", "wget -m https://a"],
  "docker run -d": ["docker run -itd x", "docker container run --rm -d x", "ls; docker run --detach x"],
  "docker run -v /:/h": ["docker run -itv /:/h x", "docker run --rm --volume=/:/h x"],
  "docker run --privileged=true": ["docker run --privileged x", "docker run -it --privileged=true x"],
  "docker rm -f": ["docker container rm -vf x"],
  "docker system prune -a": ["docker system prune -af"],
  "gh pr merge --delete-branch": ["gh pr merge 1 -sd"],
  "gh api --method POST": ["gh api a -f b=c"],
  "kubectl delete ** --namespace prod": ["kubectl -n prod delete pod x", "kubectl delete pod x -n=prod"],
  "ssh -o A=b": ["ssh -vo A=b h"],
  "ssh -i x": ["ssh -Ai x h"],
  "chmod -R 777": ["chmod -vR 777 x"],
  "pip install -U": ["python -m pip install --upgrade x", "pip3.12 install --upgrade x"],
  "npm install --global": ["npm i -g x", "npm install -gf x"],
  "other --level=9": ["other --level 9", "other x --level=9 y"],
  "other --level 9": ["other --level=9"],
};

/** Commands that look like it and do something else. */
const different: Readonly<Record<string, readonly string[]>> = {
  "git commit --no-verify": [
    "git commit --verify",
    "git commit -m -n",
    "git push -n",
    "git clean -n",
    "git commit -F n",
  ],
  "git branch -D": ["git branch -d x", "git branch -f x y"],
  "git push --delete": ["git push --dry-run", "git push -n", "git push -o d"],
  "curl -X POST": ["curl -X GET https://a", "curl https://POST.example", "curl -XPUT -d x https://a"],
  "curl -T **": ["curl -XDELETE https://a", "curl -o T https://a"],
  "kubectl delete ** --force": ["kubectl delete -f x.yaml"],
  "kubectl delete ** -n prod": ["kubectl -n dev delete pod prod"],
  "docker run -v /:/h": ["docker run -v ./a:/h x"],
  "docker run --privileged=true": ["docker run --privileged=false x"],
  "gh api -X DELETE": ["gh api -X GET a"],
  "chmod -R": ["chmod -r x"],
  "pip install -U": ["pip install -u x"],
};

const isCaught = (rule: string, command: string): boolean =>
  evaluateRequest([source(deny(rule))], run(command), human).verdict === "deny";

const pairs = same.flatMap((spellings) =>
  spellings.flatMap((rule) => spellings.filter((one) => one !== rule).map((command) => ({ rule, command }))),
);
const rows = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([rule, commands]) => commands.map((command) => ({ rule, command })));

test("a deny rule with one spelling catches every other one, both ways", () => {
  expect(pairs.length).toBeGreaterThan(2 * 60);
  expect(pairs.filter(({ rule, command }) => !isCaught(rule, command))).toEqual([]);
});

test("what a command does besides does not hide it", () => {
  expect(rows(more).filter(({ rule, command }) => !isCaught(rule, command))).toEqual([]);
});

test("a flag that is called the same elsewhere is another one", () => {
  expect(rows(different).filter(({ rule, command }) => isCaught(rule, command))).toEqual([]);
});

test("an allow rule covers the spelling that it names, and no other one", () => {
  const covered = pairs.filter(
    ({ rule, command }) => evaluateRequest([source(allow(rule))], run(command), human).verdict === "allow",
  );
  expect(covered).toEqual([]);
});

/** Flags without a value that stand for themselves, by a command that has them. */
const lone: Readonly<Record<string, readonly string[]>> = {
  "git commit": ["-n", "-a", "-s", "-q", "-v"],
  "git clean": ["-f", "-d", "-x", "-q"],
  rm: ["-r", "-f", "-v", "-d"],
  "curl https://a": ["-k", "-s", "-S", "-L", "-f", "-g"],
  "docker run": ["-d", "-i", "-t", "-P"],
  "unknown x": ["-a", "-b", "-c", "-z"],
};
const bundles = fc.constantFrom(...Object.entries(lone)).chain(([command, flags]) =>
  fc.record({
    command: fc.constant(command),
    denied: fc.subarray([...flags], { minLength: 1 }),
    given: fc.shuffledSubarray([...flags], { minLength: flags.length }),
    cuts: fc.array(fc.boolean(), { minLength: flags.length, maxLength: flags.length }),
    place: fc.nat(),
  }),
);

/** -a -b -c as -ab -c and the like. */
const joined = (flags: readonly string[], cuts: readonly boolean[]): string[] =>
  flags
    .map((flag, at) => (at > 0 && cuts[at] ? flag.slice(1) : ` ${flag}`))
    .join("")
    .trim()
    .split(" ");

test("neither the order of short flags, nor how they are joined, nor where they stand hides them", () => {
  fc.assert(
    fc.property(bundles, ({ command, denied, given, cuts, place }) => {
      const words = joined(given, cuts);
      const others = [...command.split(" "), "target"];
      const at = 1 + (place % others.length);
      const written = [...others.slice(0, at), ...words, ...others.slice(at)].join(" ");
      expect([written, isCaught(`${command} ${denied.join(" ")}`, written)]).toEqual([written, true]);
    }),
    { numRuns: 500 },
  );
});

test("a flag that is not there is not found, however the others are joined", () => {
  fc.assert(
    fc.property(bundles, ({ command, given, cuts }) => {
      const [missing = "", ...left] = given;
      const written = `${command} ${joined(left, cuts).join(" ")} target`;
      expect([written, isCaught(`${command} ${missing}`, written)]).toEqual([written, false]);
    }),
    { numRuns: 500 },
  );
});
