// Long flags with one dash, which some programs take for those with two, and flags with a value of yes.
import type { Caught } from "./caught.ts";

export const oneDash: readonly Caught[] = [
  {
    rule: "terraform destroy",
    caught: [
      "terraform apply -destroy=1",
      "terraform apply -destroy=TRUE",
      "terraform apply -destroy=t",
      "terraform apply --destroy=true",
      "terraform -chdir=x apply -destroy",
      "tofu destroy || terraform apply -auto-approve -destroy=true plan",
    ],
    others: [
      "terraform apply",
      "terraform apply -destroy=false",
      "terraform apply -destroy=0",
      "terraform plan -destroy",
    ],
  },
  {
    rule: "terraform apply -destroy",
    caught: [
      "terraform apply -destroy=1",
      "terraform apply --destroy",
      "terraform apply --destroy=true",
      "terraform apply -auto-approve -destroy",
      "terraform apply plan --destroy",
      "terraform destroy",
    ],
    others: ["terraform apply", "terraform apply -auto-approve"],
  },
  {
    rule: "terraform ** -destroy **",
    caught: ["terraform plan --destroy", "terraform apply -destroy=1"],
    others: ["terraform plan"],
  },
  {
    rule: "terraform apply --auto-approve",
    caught: [
      "terraform apply -auto-approve",
      "terraform apply -auto-approve=true",
      "terraform apply -input=false -auto-approve plan",
      "terraform -chdir=x apply -auto-approve=1",
    ],
    others: ["terraform apply", "terraform apply -input=false"],
  },
  {
    rule: "terraform apply -target=x",
    caught: ["terraform apply --target x", "terraform apply -target x"],
    others: ["terraform apply -target=y"],
  },
  { rule: "tofu destroy", caught: ["tofu apply -destroy=1", "tofu apply --destroy"], others: ["tofu apply"] },
  {
    rule: "go test -exec",
    caught: ["go test --exec x", "go test -exec=x", "go test ./... -exec x"],
    others: ["go test"],
  },
  {
    rule: "acme -purge",
    caught: ["acme -purge=1", "acme --purge", "acme x --purge=yes"],
    others: ["acme -p", "acme --pur", "acme -pu"],
  },
  { rule: "acme --purge", caught: ["acme -purge", "acme x -purge=yes"], others: ["acme -p", "acme -pu"] },
  { rule: "git commit --amend", caught: ["git commit --am"], others: ["git commit -am x"] },
];
