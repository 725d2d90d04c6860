// Secrets of every shape, as they stand in texts. None of them is real: they are put together here.

export interface SecretSample {
  readonly kind: string;
  /** What must not be left. */
  readonly secret: string;
  /** Around it. */
  readonly text: string;
}

const letters = "aB3dE5gH7jK9mN2pQ4rS6tU8vW0xYzZyXwVuTsRqPoNmLkJiHgFeDcBa1234567890";
/** So many characters, mixed. */
const mixed = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => letters[(at * 7 + from) % letters.length]).join("");
const hex = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => "0123456789abcdef"[(at * 5 + from + (at >> 3)) % 16]).join("");
const capitals = (count: number): string =>
  Array.from({ length: count }, (_, at) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(at * 11 + 3) % 32]).join("");

const alone = (kind: string, secret: string): SecretSample => ({ kind, secret, text: `It says ${secret} there.` });
const within = (kind: string, secret: string, before: string, after = ""): SecretSample => ({
  kind,
  secret,
  text: `${before}${secret}${after}`,
});

const pem = (name: string): string =>
  `-----BEGIN ${name}-----\n${mixed(64)}\n${mixed(64, 5)}\n${mixed(30, 9)}==\n-----END ${name}-----`;

const base64 = (text: string): string => Buffer.from(text).toString("base64");
/** A password of so many characters, unlike any other. */
const password = (count: number, from: number): string => `${mixed(count - 1, from)}7`;
const named = (secret: string, before: string, after = ""): SecretSample =>
  within("value after a name", secret, before, after);
const variable = (secret: string, before: string, after = ""): SecretSample =>
  within("value of a variable", secret, before, after);
const ofCommand = (secret: string, before: string, after = ""): SecretSample =>
  within("password of a command", secret, before, after);
const inAddress = (secret: string, before: string, after: string): SecretSample =>
  within("credentials in an address", secret, before, after);

export const secretSamples: readonly SecretSample[] = [
  alone("Anthropic key", `sk-ant-api03-${mixed(90)}`),
  alone("OpenAI key", `sk-proj-${mixed(60)}`),
  alone("OpenAI key", `sk-${mixed(48)}`),
  alone("OpenRouter key", `sk-or-v1-${hex(64)}`),
  alone("Hugging Face token", `hf_${mixed(34)}`),
  alone("Replicate token", `r8_${mixed(37)}`),
  alone("Groq key", `gsk_${mixed(52)}`),
  alone("xAI key", `xai-${mixed(80)}`),
  alone("AWS access key", `AKIA${capitals(16)}`),
  within("AWS secret key", mixed(40), "aws_secret_access_key = "),
  alone("Google key", `AIza${mixed(35)}`),
  alone("Google client secret", `GOCSPX-${mixed(28)}`),
  alone("Google access token", `ya29.${mixed(120)}`),
  alone("Azure client secret", `aB3${"8Q~"}${mixed(34)}`),
  within("Azure account key", `${mixed(86)}==`, "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=", ";"),
  alone("DigitalOcean token", `dop_v1_${hex(64)}`),
  alone("Supabase token", `sbp_${hex(40)}`),
  alone("Tailscale key", `tskey-auth-${mixed(12)}-${mixed(32)}`),
  alone("GitHub token", `ghp_${mixed(36)}`),
  alone("GitHub token", `gho_${mixed(36)}`),
  alone("GitHub token", `ghs_${mixed(36)}`),
  alone("GitHub token", `github_pat_${mixed(22)}_${mixed(59)}`),
  alone("GitLab token", `glpat-${mixed(20)}`),
  alone("Bitbucket token", `ATBB${mixed(32)}`),
  alone("Atlassian token", `ATATT3${mixed(180)}`),
  alone("npm token", `npm_${mixed(36)}`),
  within("npm token", hex(36), "//registry.npmjs.org/:_authToken="),
  alone("PyPI token", `pypi-${mixed(150)}`),
  alone("RubyGems key", `rubygems_${hex(48)}`),
  alone("Docker token", `dckr_pat_${mixed(27)}`),
  alone("Vault token", `hvs.${mixed(90)}`),
  alone("Terraform token", `${mixed(14)}.atlasv1.${mixed(67)}`),
  alone("Stripe key", `sk_live_${mixed(24)}`),
  alone("Stripe key", `rk_test_${mixed(24)}`),
  alone("Stripe webhook secret", `whsec_${mixed(32)}`),
  alone("Shopify token", `shpat_${hex(32)}`),
  alone("Square token", `sq0atp-${mixed(22)}`),
  alone("Slack token", `xoxb-123456789012-1234567890123-${mixed(24)}`),
  within("Slack webhook", `T0123ABCD/B0123ABCD/${mixed(24)}`, "https://hooks.slack.com/services/"),
  within("Discord webhook", mixed(68), "https://discord.com/api/webhooks/123456789012345678/"),
  alone("Telegram token", `123456789:AA${mixed(33)}`),
  alone("Twilio key", `SK${hex(32)}`),
  alone("SendGrid key", `SG.${mixed(22)}.${mixed(43)}`),
  alone("Mailgun key", `key-${hex(32)}`),
  alone("Mailchimp key", `${hex(32)}-us12`),
  alone("Sentry token", `sntrys_${mixed(80)}`),
  alone("Grafana token", `glsa_${mixed(32)}_${hex(8)}`),
  alone("New Relic key", `NRAK-${capitals(27)}`),
  alone("Databricks token", `dapi${hex(32)}`),
  alone("Linear key", `lin_api_${mixed(40)}`),
  alone("Notion token", `ntn_${mixed(46)}`),
  alone("Figma token", `figd_${mixed(40)}`),
  alone("Postman key", `PMAK-${hex(24)}-${hex(34)}`),
  alone("Airtable token", `pat${mixed(14)}.${hex(64)}`),
  alone("age key", `AGE-SECRET-KEY-1${capitals(58)}`),
  alone("JSON web token", `eyJ${mixed(33)}.eyJ${mixed(60)}.${mixed(43)}`),
  alone("private key", pem("RSA PRIVATE KEY")),
  alone("private key", pem("OPENSSH PRIVATE KEY")),
  alone("private key", pem("PRIVATE KEY").replaceAll("\n", "\\n")),
  alone("private key", pem("PGP PRIVATE KEY BLOCK")),
  within("credentials in an address", "hunter2!", "postgres://api:", "@db.internal:5432/app"),
  within("credentials in an address", "s3cr3t", "git clone https://me:", "@git.example.org/x.git"),
  within("authorization header", mixed(40), "Authorization: Bearer "),
  within("authorization header", "bWU6aHVudGVyMg==", "-H 'Authorization: Basic ", "'"),
  within("cookie", `sid=${mixed(32)}`, "Cookie: "),
  within("cookie", `sid=${mixed(32)}; Path=/; HttpOnly`, "Set-Cookie: "),
  within("value of a variable", "correcthorse", "PORT=80\nDB_PASSWORD=", "\nMODE=x"),
  within("value of a variable", "correct horse battery", 'export API_TOKEN="', '"'),
  within("value of a variable", "hunter2!", "SMTP_PASS="),
  within("value of a variable", "correcthorse", "run PORT=80 DB_PASSWORD=", " npm start"),
  within("value after a name", mixed(24), '{"apiKey": "', '", "region": "eu"}'),
  within("value after a name", mixed(24), '"{\\"client_secret\\":\\"', '\\"}"'),
  within("value after a name", mixed(30), "client-secret: "),
  within("value after a name", "Tr0ub4dor&3", "deploy --password ", " --force"),
  within("value after a name", "Tr0ub4dor&3", "machine example.org login me password "),
  within("hashed password", `$2b$12$${mixed(53)}`, "root:"),
  within("password of a command", "Tr0ub4dor3", "curl -u admin:", " https://example.org"),
  // Files that agents read.
  within("private key", base64(pem("RSA PRIVATE KEY")), "user:\n  client-key-data: ", "\n"),
  within("private key", base64(pem("PRIVATE KEY")), "kind: Secret\ndata:\n  tls.key: ", "\n"),
  alone("private key", base64(pem("EC PRIVATE KEY"))),
  within("registry credentials", base64(`me:${mixed(20, 3)}`), '{"auths":{"https://example.org/v1/":{"auth":"', '"}}}'),
  named(password(12, 1), "machine example.org\n    login me\n    password ", "\n"),
  named(password(12, 2), "machine example.org login me account it password ", "\n"),
  within("password of a database", password(12, 3), "db.internal:5432:app:api:"),
  named(password(12, 4), "<server><username>me</username><password>", "</password></server>"),
  named(mixed(32, 5), '<add key="ApiKey" value="', '" />'),
  named(password(9, 6), "[client]\nuser = root\npassword = ", "\nhost = x"),
  named(password(9, 7), "spring.datasource.password=", "\n"),
  named("Tr0ub4dor&8xyz", "db:\n  password: ", "\n  port: 1"),
  named(password(13, 8), "kind: Deployment\nenv:\n- name: DB_PASSWORD\n  value: ", "\n"),
  named(password(13, 9), '{"name":"DB_PASSWORD","value":"', '"}'),
  named(password(13, 10), '{"ParameterKey":"DbPassword","ParameterValue":"', '"}'),
  named(password(13, 11), "password: |\n  ", "\n"),
  named(`${mixed(43, 12)}=`, "[Peer]\nPresharedKey = ", "\n"),
  variable(`base64:${mixed(43, 13)}=`, "APP_KEY="),
  variable(mixed(40, 14), "JWT_KEY="),
  variable(mixed(40, 15), "AUTH_SALT='", "'"),
  variable(hex(40, 3), "GITHUB_PAT="),
  within("private key", mixed(43, 16), '{"kty":"EC","crv":"P-256","d":"', '"}'),
  within(
    "private key",
    `${mixed(64, 17)}`,
    "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n",
    "\nPrivate-MAC: 00",
  ),
  within(
    "recovery phrase",
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
    'mnemonic: "',
    '"',
  ),
  within("hashed password", `$apr1$lZ3kW9qa$${mixed(22, 18)}`, "admin:"),
  within("hashed password", `pbkdf2_sha256$390000$${mixed(22, 19)}$${mixed(43, 20)}=`, "hash "),
  within("hashed password", `{SSHA}${mixed(38, 21)}==`, "userPassword:: "),
  // Code.
  named(mixed(24, 22), 'const API_KEY: &str = "', '";'),
  named(mixed(24, 23), 'const apiKey: string = "', '";'),
  named("Tr0ub4dor&9", "auth: { user: 'x', pass: '", "' }"),
  variable(mixed(32, 24), "SECRET_KEY = b'", "'"),
  named("Tr0ub4dor&4", 'ds.setPassword("', '");'),
  named(mixed(24, 25), 'api_key = """', '"""'),
  named("Tr0ub4dor&5", 'variable "db_password" {\n  default = "', '"\n}'),
  named(mixed(24, 26), "&quot;apiKey&quot;: &quot;", "&quot;"),
  named("4821337791", '{"password": ', "}"),
  // Commands.
  variable(mixed(24, 27), "ENV API_TOKEN "),
  variable(mixed(24, 28), "setenv API_TOKEN "),
  variable(mixed(24, 29), "set -gx API_TOKEN "),
  named(password(9, 30), "helm install --set db.password=", " x"),
  named(password(9, 31), "export db_password="),
  named(password(9, 32), "Server=db;User Id=sa;Pwd=", ";Encrypt=yes"),
  named(password(9, 33), "mount -o username=x,password=", " //a/b /mnt"),
  ofCommand("P@ssw0rd/123", "curl -u admin:", " https://example.org"),
  ofCommand(password(11, 34), "mysql -u root -p", " db"),
  ofCommand(password(11, 35), "sshpass -p '", "' ssh x"),
  ofCommand(password(11, 36), "redis-cli -a ", " ping"),
  ofCommand(password(11, 37), "docker login -u me -p ", " example.org"),
  ofCommand(password(11, 45), "gh secret set DEPLOY --body ", " --repo a/b"),
  within("password of a database", password(11, 38), "CREATE USER a IDENTIFIED BY '", "';"),
  within("password of a database", password(11, 39), "ALTER USER a WITH PASSWORD '", "';"),
  within("cookie", `sid=${mixed(32, 40)}`, "curl -b ", " https://example.org"),
  // Headers and addresses.
  within("authorization header", hex(40, 5), "Authorization: "),
  within("authorization header", base64(`me:${mixed(12, 41)}`), "AUTHORIZATION: BASIC "),
  within("signature of an address", hex(64, 6), "https://example.org/x?X-Amz-Credential=A&X-Amz-Signature="),
  within("key in an address", mixed(39, 42), "https://example.org/a?key=", "&b=1"),
  inAddress(hex(40, 7), "git clone https://", "@git.example.org/x.git"),
  inAddress("pa#ssW0rd91", "postgres://api:", "@db/app"),
  inAddress("pa/ssW0rd92", "postgres://api:", "@db/app"),
  inAddress("pa55W0rd93", '{"u":"postgres:\\/\\/api:', '@db\\/app"}'),
  inAddress("pa55W0rd94", "to=postgres%3A%2F%2Fapi%3A", "%40db%2Fapp"),
  // Keys and tokens in other notations.
  alone("private key", encodeURIComponent(pem("RSA PRIVATE KEY"))),
  alone(
    "private key",
    pem("RSA PRIVATE KEY")
      .replace(/^/gm, "| ")
      .slice(2)
      .replace(/\n.*END.*$/, ""),
  ),
  alone("JSON web token", `eyJ${mixed(33, 1)}..${mixed(16)}.${mixed(60)}.${mixed(22)}`),
  alone("JSON web token", `eyJ${mixed(33, 2)}.${mixed(60)}.${mixed(16)}.${mixed(60)}.${mixed(22)}`),
  alone("Slack token", `xoxd-${mixed(60)}%2B${mixed(20)}`),
];

/** What looks like a secret at first sight and is none. */
export const harmlessTexts: readonly string[] = [
  `commit ${hex(40)}`,
  `sha256:${hex(64)}`,
  `"integrity": "sha512-${mixed(86)}=="`,
  "id 5e551011-0000-4000-8000-000000000001",
  `data:image/png;base64,iVBORw0KGgo${mixed(400)}`,
  '{"toolCallId":"toolu_01AbCdEfGhIjKlMnOpQrStUv","max_tokens":4096,"token_type":"bearer"}',
  "const token = getToken();",
  "password: string;",
  'if (token === "identifier") next();',
  `export API_KEY=$${"{API_KEY}"}`,
  'API_KEY="$(pass show api)"',
  "GITHUB_TOKEN=<your token>",
  "API_KEY=your-api-key-here",
  "secret: process.env.SECRET",
  "The tokenizer is cl100k_base, with 412 tokens.",
  "token usage: 123456 in, 7890 out",
  "https://example.org/a:b@c",
  "git@github.com:skein/skein.git",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
  "a secretary wrote: password reset is in src/auth/password.ts",
  "npm_config_registry=https://registry.npmjs.org",
  "skein-0.1.0-linux-x64.tar.gz",
  "class TokenStore: Map<string, Token>",
  "It asks for a password: the one of the database.",
  "--header= --user= --password= --no-check-certificate",
  'ecdh.setPrivateKey(Buffer.from(privateKey, "base64url"))',
  '{"tabindex": {"pass": "Element does not have a tabindex greater than 0"}}',
  '{"key": "form.password", "value": "At least 8 characters, please."}',
  "<TokenCounter>Total, and more</TokenCounter> <Password>Hello world</Password>",
  "The secret is `src/config.ts`, the token is `identifier`.",
  "access_key: us-east-1",
  "CACHE_KEY=v2-linux-node24-abcdef1234567890",
  "FOREIGN_KEY=orders_customer_id_2024_constraint",
  "SORT_KEY=created_at",
  "PRIMARY_KEY=id",
  "const token = tokens[0];",
  "connect(user=user, password=password1)",
  "secret: v1beta1\ntype: Opaque",
  "docker run -u 1000:1000 --user www-data:www-data alpine",
  "git push -u origin main:refs/heads/release",
  "git checkout -b feature=one",
  '{"d":"M10 10 L20 20"}',
  "const apiKey: string = readKey();",
  'element.setAttribute("token", "identifier")',
  "| token | string | the token of a device |",
  "The password is in the file .env.",
  `-----BEGIN CERTIFICATE-----\n${mixed(64)}`,
  `certificate-authority-data: ${Buffer.from("-----BEGIN CERTIFICATE-----\nMIIB").toString("base64")}`,
  "src/a.ts:5432:12:error:unexpected",
  "set password for the user",
  "<label>Password</label><input type=text>",
  "curl -u $USER:$PASSWORD https://example.org",
];
