// What costs money, or other people's work.
import type { Caught } from "./caught.ts";

export const cloudTools: readonly Caught[] = [
  {
    rule: "gh pr merge",
    caught: [
      "gh pr merge",
      "gh pr merge 1 --admin",
      "gh pr merge --squash 1",
      "gh pr -R a/b merge 1",
      "gh pr merge --auto --squash",
      "GH_REPO=a/b gh pr merge 1",
      "GH_TOKEN=x gh pr merge 1",
    ],
    others: ["gh pr view", "gh pr list"],
  },
  {
    rule: "gh repo delete",
    caught: ["gh repo delete a/b --yes", "gh repo delete --yes a/b", "gh repo delete"],
    others: ["gh repo view"],
  },
  {
    rule: "gh release create",
    caught: [
      "gh release create v1",
      "gh release create v1 -n x",
      "gh -R a/b release create v1",
      "gh release -R a/b create v1",
      "gh release new v1",
    ],
    others: ["gh release list"],
  },
  {
    rule: "gh release **",
    caught: ["gh release create v1", "gh release delete v1", "gh release -R a/b upload v1 x"],
    others: ["gh pr list"],
  },
  {
    rule: "gh pr create",
    caught: ["gh pr create --fill", "gh pr new --fill", "gh -R a/b pr create"],
    others: ["gh pr view"],
  },
  {
    rule: "gh pr close",
    caught: ["gh pr close 1", "gh pr close -d 1"],
    others: ["gh pr view"],
  },
  {
    rule: "gh issue create",
    caught: ["gh issue create -t x", "gh issue new -t x"],
    others: ["gh issue list"],
  },
  {
    rule: "gh api -X DELETE",
    caught: [
      "gh api -X DELETE x",
      "gh api --method DELETE x",
      "gh api --method=DELETE x",
      "gh api -XDELETE x",
      "gh api x -X DELETE",
    ],
    others: ["gh api x"],
  },
  {
    rule: "gh workflow run",
    caught: ["gh workflow run x.yml", "gh workflow -R a/b run x"],
    others: ["gh workflow list", "gh run list"],
  },
  {
    rule: "gh secret set",
    caught: ["gh secret set X -b y", "gh secret -R a/b set X", "gh secret set -f .env"],
    others: ["gh secret list"],
  },
  {
    rule: "gh auth token",
    caught: ["gh auth token", "gh auth -h x token", "gh auth status -t", "gh auth status --show-token"],
    others: ["gh auth status"],
  },
  {
    rule: "aws s3 rm",
    caught: [
      "aws s3 rm s3://b/k",
      "aws s3 rb --force s3://b",
      "aws s3api delete-object --bucket b",
      "aws s3api delete-objects --bucket b",
      "aws s3 sync --delete a s3://b",
      "aws --endpoint-url http://x s3 rm s3://b/k",
      "AWS_PROFILE=p aws s3 rm s3://b",
      "aws s3 mv s3://a s3://b --recursive",
    ],
    others: ["aws s3 ls", "aws s3 cp a s3://b"],
  },
  {
    rule: "aws s3 rm --recursive",
    caught: ["aws s3 rm s3://b --recursive", "aws --profile p s3 rm s3://b --recursive"],
    others: ["aws s3 rm s3://b/k"],
  },
  {
    rule: "aws ec2 terminate-instances",
    caught: [
      "aws ec2 terminate-instances --instance-ids x",
      "aws --region r ec2 terminate-instances --instance-ids x",
      "aws ec2 --region r terminate-instances",
    ],
    others: ["aws ec2 describe-instances"],
  },
  {
    rule: "aws ** delete-*",
    caught: [
      "aws s3api delete-object --bucket b",
      "aws --region r rds delete-db-instance --x y",
      "aws dynamodb delete-table --table-name x",
      "aws cloudformation delete-stack --stack-name x",
    ],
    others: ["aws s3 ls"],
  },
  {
    rule: "gcloud ** delete **",
    caught: [
      "gcloud compute instances delete x",
      "gcloud -q compute instances delete x",
      "gcloud --project p sql instances delete x",
      "gcloud beta run services delete x",
      "gcloud projects delete p",
    ],
    others: ["gcloud compute instances list"],
  },
  {
    rule: "gcloud run deploy",
    caught: [
      "gcloud run deploy x",
      "gcloud --project p run deploy x",
      "gcloud beta run deploy x",
      "gcloud run --region r deploy x",
    ],
    others: ["gcloud run services list"],
  },
  {
    rule: "gsutil rm",
    caught: ["gsutil rm gs://b/k", "gsutil -m rm -r gs://b", "gsutil rm -r gs://b", "gcloud storage rm gs://b"],
    others: ["gsutil ls"],
  },
  {
    rule: "az group delete",
    caught: ["az group delete -n x", "az group delete --name x --yes", "az --subscription s group delete -n x"],
    others: ["az group list"],
  },
  {
    rule: "terraform state rm",
    caught: ["terraform state rm x", "terraform -chdir=x state rm y"],
    others: ["terraform state list"],
  },
  {
    rule: "pulumi up",
    caught: ["pulumi up", "pulumi up -y", "pulumi update", "pulumi -C x up", "pulumi --cwd x up --yes"],
    others: ["pulumi preview"],
  },
  {
    rule: "pulumi destroy",
    caught: ["pulumi destroy -y", "pulumi -C x destroy", "pulumi down", "pulumi dn"],
    others: ["pulumi preview"],
  },
  {
    rule: "terragrunt apply",
    caught: [
      "terragrunt apply",
      "terragrunt run-all apply",
      "terragrunt run --all apply",
      "terragrunt apply-all",
      "terragrunt run apply",
    ],
    others: ["terragrunt plan"],
  },
  {
    rule: "cdk deploy",
    caught: ["npx cdk deploy", "cdk deploy --all", "cdk -a x deploy", "npx aws-cdk deploy", "npx cdk@2 deploy"],
    others: ["cdk diff"],
  },
  {
    rule: "sls deploy",
    caught: ["serverless deploy", "npx serverless deploy", "npx sls deploy"],
    others: ["sls info"],
  },
  {
    rule: "flyctl deploy",
    caught: ["fly deploy", "flyctl deploy --remote-only", "flyctl -a x deploy"],
    others: [],
  },
  {
    rule: "firebase deploy",
    caught: [
      "npx firebase deploy",
      "npx firebase-tools deploy",
      "firebase deploy --only x",
      "firebase -P x deploy",
      "firebase --project x deploy",
    ],
    others: ["firebase serve"],
  },
  {
    rule: "turbo run deploy",
    caught: [
      "turbo deploy",
      "npx turbo deploy",
      "turbo run build deploy",
      "pnpm turbo run deploy",
      "turbo run deploy --filter=x",
    ],
    others: ["turbo run build"],
  },
  {
    rule: "fastlane deploy",
    caught: ["fastlane deploy", "bundle exec fastlane deploy", "fastlane ios deploy"],
    others: ["fastlane test"],
  },
];
