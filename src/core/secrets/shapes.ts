// What secrets look like. Each shape is searched for only where its hint occurs. All quantifiers are bounded, so that no text takes long.

export interface Shape {
  readonly kind: string;
  /** One of them is part of every match, as written here. */
  readonly hints: readonly string[];
  /** Global. A group `secret` is what is masked; without it, all of the match is. */
  readonly pattern: RegExp;
  /** It may begin in the middle of a word: nothing else looks like it. */
  readonly isAnywhere?: boolean;
}

const shape = (kind: string, hints: readonly string[], pattern: RegExp, isAnywhere = false): Shape => ({
  kind,
  hints,
  pattern,
  isAnywhere,
});
const anywhere = (kind: string, hints: readonly string[], pattern: RegExp): Shape => shape(kind, hints, pattern, true);

/** The more exact ones come first: where several find the same, the first one names it. */
export const shapes: readonly Shape[] = [
  // Model providers.
  anywhere("Anthropic key", ["sk-ant-"], /sk-ant-[A-Za-z0-9_-]{16,250}/g),
  anywhere("OpenRouter key", ["sk-or-"], /sk-or-v?[0-9]?-?[A-Za-z0-9_-]{16,200}/g),
  anywhere(
    "OpenAI key",
    ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
    /sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,250}/g,
  ),
  shape("OpenAI key", ["sk-"], /sk-[A-Za-z0-9]{20,200}/g),
  anywhere("Hugging Face token", ["hf_"], /hf_[A-Za-z0-9]{30,60}/g),
  shape("Replicate token", ["r8_"], /r8_[A-Za-z0-9]{30,60}/g),
  shape("Groq key", ["gsk_"], /gsk_[A-Za-z0-9]{32,80}/g),
  shape("xAI key", ["xai-"], /xai-[A-Za-z0-9]{32,120}/g),
  shape("Perplexity key", ["pplx-"], /pplx-[A-Za-z0-9]{32,80}/g),

  // Clouds.
  shape("AWS access key", ["AKIA", "ASIA", "ABIA", "ACCA"], /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g),
  anywhere(
    "AWS secret key",
    ["ecret"],
    /[Ss]ecret_?[Aa]ccess_?[Kk]ey[^A-Za-z0-9/+\n]{1,12}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
  ),
  shape("Google key", ["AIza"], /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g),
  anywhere("Google client secret", ["GOCSPX-"], /GOCSPX-[A-Za-z0-9_-]{20,60}/g),
  shape("Google access token", ["ya29."], /ya29\.[A-Za-z0-9_-]{20,500}/g),
  shape("Google refresh token", ["1//0"], /1\/\/0[A-Za-z0-9_-]{30,200}/g),
  shape("Azure client secret", ["Q~"], /[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g),
  anywhere("Azure account key", ["AccountKey="], /AccountKey=(?<secret>[A-Za-z0-9+/]{40,120}={0,2})/g),
  anywhere("Azure shared access signature", ["sig="], /[?&]sig=(?<secret>[A-Za-z0-9%+/]{30,120}={0,2})/g),
  anywhere("DigitalOcean token", ["_v1_"], /do[oprt]_v1_[a-f0-9]{40,80}/g),
  shape("Alibaba key", ["LTAI"], /LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])/g),
  shape("Tencent key", ["AKID"], /AKID[A-Za-z0-9]{28,40}(?![A-Za-z0-9])/g),
  anywhere("Heroku key", ["HRKU-"], /HRKU-[A-Za-z0-9_-]{30,80}/g),
  anywhere("Fly.io token", ["fm1", "fm2_", "fo1_"], /(?:fm[12]_|fm1[ar]_|fo1_)[A-Za-z0-9+/=_-]{20,600}/g),
  anywhere("Supabase token", ["sbp_", "sb_secret_"], /(?:sbp_|sb_secret_)[A-Za-z0-9_-]{20,80}/g),
  anywhere("PlanetScale token", ["pscale_"], /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,80}/g),
  shape("Netlify token", ["nfp_"], /nfp_[A-Za-z0-9]{36,60}/g),
  anywhere("Tailscale key", ["tskey-"], /tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,80}/g),
  shape("Cloudflare key", ["v1.0-"], /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/g),

  // Code hosts, registries, delivery.
  anywhere("GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[opusr]_[A-Za-z0-9]{30,255}/g),
  anywhere("GitHub token", ["github_pat_"], /github_pat_[A-Za-z0-9_]{40,255}/g),
  anywhere(
    "GitLab token",
    ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-", "gloas-", "glimt-"],
    /gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|imt)-[A-Za-z0-9_.-]{20,300}/g,
  ),
  anywhere("Bitbucket token", ["ATBB"], /ATBB[A-Za-z0-9]{28,40}/g),
  anywhere("Atlassian token", ["ATATT3"], /ATATT3[A-Za-z0-9_=-]{40,300}/g),
  anywhere("npm token", ["npm_"], /npm_[A-Za-z0-9]{36,60}/g),
  anywhere("npm token", ["_auth"], /_auth(?:Token)?\s{0,3}=\s{0,3}["']?(?<secret>[A-Za-z0-9+/=_.-]{12,300})/g),
  anywhere("PyPI token", ["pypi-"], /pypi-[A-Za-z0-9_-]{50,300}/g),
  anywhere("RubyGems key", ["rubygems_"], /rubygems_[a-f0-9]{48}/g),
  shape("crates.io token", ["cio"], /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/g),
  shape("NuGet key", ["oy2"], /oy2[a-z0-9]{43}(?![A-Za-z0-9])/g),
  anywhere("Docker token", ["dckr_"], /dckr_[a-z]{2,4}_[A-Za-z0-9_-]{20,80}/g),
  shape("Artifactory key", ["AKCp"], /AKCp[A-Za-z0-9]{60,80}/g),
  anywhere("CircleCI token", ["CCIPAT_"], /CCIPAT_[A-Za-z0-9_]{30,100}/g),
  anywhere("Buildkite token", ["bkua_"], /bkua_[a-f0-9]{40}/g),
  shape("Pulumi token", ["pul-"], /pul-[a-f0-9]{40}/g),
  shape("Terraform token", [".atlasv1."], /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/g),
  shape("Vault token", ["hvs.", "hvb.", "hvr."], /hv[sbr]\.[A-Za-z0-9_-]{20,300}/g),
  shape("Doppler token", ["dp."], /dp\.(?:pt|st|ct|scim|audit)\.[A-Za-z0-9._-]{36,100}/g),

  // Payment, mail, messages, and other services.
  anywhere("Stripe key", ["_live_", "_test_"], /[srp]k_(?:live|test)_[A-Za-z0-9]{16,250}/g),
  anywhere("Stripe webhook secret", ["whsec_"], /whsec_[A-Za-z0-9+/=]{24,100}/g),
  anywhere("Shopify token", ["shpat_", "shpss_", "shpca_", "shppa_"], /shp(?:at|ss|ca|pa)_[A-Fa-f0-9]{32}/g),
  anywhere("Square token", ["sq0"], /sq0[a-z]{3}-[A-Za-z0-9_-]{22,60}/g),
  anywhere("Slack token", ["xox", "xapp-"], /(?:xox[abeoprs](?:\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,250}/g),
  anywhere("Slack token", ["xoxd-"], /xoxd-[A-Za-z0-9%+/=-]{10,400}/g),
  anywhere(
    "Slack webhook",
    ["hooks.slack.com/"],
    /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[A-Za-z0-9/_-]{20,120})/g,
  ),
  anywhere("Discord webhook", ["/api/webhooks/"], /\/api\/webhooks\/[0-9]{10,22}\/(?<secret>[A-Za-z0-9_-]{40,120})/g),
  shape("Discord token", ["."], /[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/g),
  shape("Telegram token", [":AA"], /[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g),
  anywhere(
    "Teams webhook",
    [".webhook.office.com/"],
    /\.webhook\.office\.com\/webhookb2\/(?<secret>[A-Za-z0-9@/-]{40,250})/g,
  ),
  shape("Twilio key", ["SK"], /SK[0-9a-f]{32}(?![A-Za-z0-9])/g),
  shape("SendGrid key", ["SG."], /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g),
  shape("Mailgun key", ["key-"], /key-[0-9a-f]{32}(?![A-Za-z0-9])/g),
  shape("Mailchimp key", ["-us"], /[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])/g),
  shape("Sentry token", ["sntrys_", "sntryu_"], /sntry[su]_[A-Za-z0-9+/=_-]{30,400}/g),
  anywhere("Grafana token", ["glsa_", "glc_"], /(?:glsa|glc)_[A-Za-z0-9+/=_]{30,300}/g),
  anywhere("New Relic key", ["NRAK-", "NRII-"], /NR(?:AK|II)-[A-Za-z0-9_-]{24,60}/g),
  shape("Databricks token", ["dapi"], /dapi[0-9a-f]{32}(?:-[0-9]{1,2})?(?![A-Za-z0-9])/g),
  shape("Dynatrace token", ["dt0"], /dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/g),
  anywhere("Linear key", ["lin_"], /lin_(?:api|oauth)_[A-Za-z0-9]{32,80}/g),
  shape("Notion token", ["ntn_", "secret_"], /(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})(?![A-Za-z0-9])/g),
  shape("Figma token", ["figd_", "figo_"], /fig[do]_[A-Za-z0-9_-]{36,80}/g),
  anywhere("Postman key", ["PMAK-"], /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g),
  shape("Airtable token", ["pat"], /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g),
  anywhere("Contentful token", ["CFPAT-"], /CFPAT-[A-Za-z0-9_-]{40,60}/g),
  shape("Mapbox token", ["sk.eyJ"], /sk\.eyJ[A-Za-z0-9_-]{20,250}\.[A-Za-z0-9_-]{20,60}/g),
  shape("Facebook token", ["EAA"], /EAA[A-Za-z0-9]{80,300}/g),

  // Of any service.
  anywhere("age key", ["AGE-SECRET-KEY-1"], /AGE-SECRET-KEY-1[A-Z0-9]{58}/g),
  anywhere(
    "credentials in an address",
    ["://", ":\\"],
    /:\\{0,4}\/\\{0,4}\/[^\s:@/?#"'<>\\]{0,100}:(?<secret>[^\s@/?#"'<>\\]{1,200})@(?=[A-Za-z0-9[])/g,
  ),
  // A database's password as it is, with the characters that an address should have coded.
  anywhere(
    "credentials in an address",
    ["://"],
    /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s:@/?#"'<>\\]{0,100}:(?<secret>[^\s"'<>\\`,|]{1,120})@(?=[A-Za-z0-9.-]{1,100}[:/])/g,
  ),
  anywhere(
    "credentials in an address",
    ["%3A%2F%2F"],
    /%3A%2F%2F[A-Za-z0-9_.-]{0,100}%3A(?<secret>(?:[A-Za-z0-9_.!~*'()-]|%(?!40)[0-9A-F]{2}){1,200})%40/g,
  ),
  anywhere(
    "credentials in an address",
    ["://"],
    /https?:\/\/(?<secret>(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,255})@(?=[A-Za-z0-9])/g,
  ),
  anywhere(
    "signature of an address",
    ["-Signature"],
    /X-(?:Amz|Goog)-Signature(?:=|%3D)(?<secret>[A-Fa-f0-9]{40,1024})/g,
  ),
  anywhere(
    "key in an address",
    ["key=", "code="],
    /[?&](?:key|code)=(?<secret>(?=[A-Za-z_%.~-]{0,100}[0-9])[A-Za-z0-9_%.~-]{24,1000})/g,
  ),
  anywhere("authorization header", ["earer "], /\b[Bb]earer {1,3}(?<secret>[A-Za-z0-9._~+/-]{16,4000}={0,2})/g),
  anywhere(
    "authorization header",
    ["uthorization", "UTHORIZATION"],
    /[Aa](?:uthorization|UTHORIZATION)["'\\]{0,4}\s{0,3}[:=,]\s{0,3}["'\\]{0,4}(?:[Bb](?:asic|ASIC)|[Tt](?:oken|OKEN)|[Bb](?:earer|EARER)|[Dd]igest|[Nn]egotiate|ApiKey|Key) {1,3}(?<secret>[A-Za-z0-9._~+/=-]{6,4000})/g,
  ),
  anywhere(
    "authorization header",
    ["uthorization"],
    /[Aa]uthorization["'\\]{0,4}\s{0,3}:\s{0,3}["'\\]{0,4}(?<secret>(?=[A-Za-z._~+/=-]{0,100}[0-9])[A-Za-z0-9_~+/=-]{16,4000})(?![A-Za-z0-9_.( ])/g,
  ),
  anywhere(
    "cookie",
    ["ookie"],
    /(?:[Ss]et-[Cc]ookie2?|[Cc]ookie)["'\\]{0,4}\s{0,3}:\s{0,3}["'\\]{0,4}(?<secret>[A-Za-z0-9_.-]{1,80}=[^\r\n"'\\]{6,3000})/g,
  ),
  anywhere(
    "cookie",
    ["--cookie", " -b ", ".cookie"],
    /(?:--cookie[ =]| -b |document\.cookie {0,2}= {0,2})["']?(?<secret>[A-Za-z0-9_.-]{1,80}=(?=[A-Za-z_%.-]{0,200}[0-9])[^\s"'\\`$]{12,3000})/g,
  ),
  anywhere(
    "cookie",
    ["\tTRUE\t", "\tFALSE\t"],
    /\t(?:TRUE|FALSE)\t\S{1,200}\t(?:TRUE|FALSE)\t[0-9]{1,15}\t\S{1,80}\t(?<secret>\S{6,3000})/g,
  ),
  shape(
    "hashed password",
    ["$"],
    /\$(?:2[abxy]|5|6|7|y|argon2(?:id|i|d))\$[A-Za-z0-9./$=,+]{20,300}|\$(?:apr1|1)\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}/g,
  ),
  shape(
    "hashed password",
    ["pbkdf2_sha"],
    /pbkdf2_sha[0-9]{1,3}\$[0-9]{1,9}\$[A-Za-z0-9+/=.]{6,60}\$[A-Za-z0-9+/=.]{20,100}/g,
  ),
  anywhere("hashed password", ["SHA"], /\{S?SHA(?:256|384|512)?\}[A-Za-z0-9+/]{27,120}={0,2}/g),
  anywhere(
    "private key",
    ["Private-Lines: "],
    /Private-Lines: [0-9]{1,3}(?:\r?\n|\\{1,4}r?\\{0,4}n)(?<secret>(?:[A-Za-z0-9+/=]{4,64}(?:\r?\n(?=[A-Za-z0-9+/=]{4,64}(?:\r?\n|$))|\\{1,4}n(?![A-Z][a-z]+-))?){1,80})/g,
  ),
  anywhere(
    "private key",
    ["---- BEGIN SSH2 "],
    /---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY ----[^-]{10,9000}(?:---- END SSH2 [A-Z ]{0,20}PRIVATE KEY ----)?/g,
  ),
  // The private fields of a JSON web key.
  anywhere(
    "private key",
    ['"d"', "d\\", '"p"', '"q"', '"dp"', '"dq"', '"qi"'],
    /["'](?:d|p|q|dp|dq|qi)\\{0,4}["']\s{0,3}:\s{0,3}\\{0,4}["'](?<secret>[A-Za-z0-9_-]{42,800})(?=\\{0,4}["'])/g,
  ),
  anywhere(
    "recovery phrase",
    ["nemonic", "NEMONIC", "hrase", "HRASE"],
    /(?:[Mm]nemonic|MNEMONIC|(?:[Ss]eed|SEED|[Rr]ecovery|RECOVERY)[_ -]?(?:[Pp]hrase|PHRASE))["'\\]{0,6}\s{0,3}[:=]\s{0,3}["'\\]{0,6}(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})/g,
  ),
  anywhere(
    "registry credentials",
    ["auth"],
    /["']auth\\{0,4}["']\s{0,3}:\s{0,3}\\{0,4}["'](?<secret>(?=[A-Za-z+/]{0,300}[0-9=])[A-Za-z0-9+/]{12,3000}={0,2})(?=\\{0,4}["'])/g,
  ),
  // ~/.pgpass: host:port:database:user:password
  anywhere(
    "password of a database",
    [":54", ":64", ":*:"],
    /[A-Za-z0-9_.*-]{1,100}:(?:[56]4[0-9]{2}|\*):[A-Za-z_*][A-Za-z0-9_.*-]{0,60}:[A-Za-z_*][A-Za-z0-9_.*-]{0,60}:(?<secret>[^\s:"'\\]{4,120})(?=["'\s\\]|$)/g,
  ),
  anywhere(
    "password of a database",
    ["IDENTIFIED BY ", "PASSWORD '"],
    /(?:IDENTIFIED BY|(?:WITH |ENCRYPTED )PASSWORD) \\{0,4}'(?<secret>[^'\r\n\\<$%{]{4,200})'/g,
  ),
  anywhere(
    "password of a command",
    [" -u", "--user"],
    /(?: -u|--user)[ =]?["']?(?<name>[A-Za-z0-9_.@-]{1,60}):(?!\k<name>["'\s])(?<secret>[^\s"':@/]{6,120})(?=["'\s]|$)/g,
  ),
  anywhere(
    "password of a command",
    ["curl "],
    /curl [^\r\n|;]{0,200}?(?:-u|--user)[ =]?["']?[A-Za-z0-9_.@-]{1,60}:(?<secret>[^\s"'\\$<{][^\s"'\\]{5,120})(?=["'\s\\]|$)/g,
  ),
  anywhere(
    "password of a command",
    ["mysql", "mariadb"],
    /(?:mysql|mariadb)(?:dump|admin)? [^\r\n|;]{0,200}?-p["']?(?<secret>(?=[A-Za-z]{0,100}[0-9!#%^&*@])[^\s"'\\$<{-][^\s"'\\]{5,100})(?=["'\s\\]|$)/g,
  ),
  anywhere(
    "password of a command",
    ["sshpass -p", "redis-cli ", "docker login ", "SecureString ", "pass:", "gh secret set "],
    /(?:sshpass -p ?|redis-cli [^\r\n|;]{0,80}?-a |docker login [^\r\n|;]{0,80}?-p |gh secret set [^\r\n|;]{0,80}?(?:--body[ =]|-b )|ConvertTo-SecureString |-pass(?:in|out)? pass:)["'\\]{0,4}(?<secret>[^\s"'\\$<{-][^\s"'\\]{5,200})(?=["'\s\\]|$)/g,
  ),
  anywhere(
    "password of a command",
    ["chpasswd", "sudo -S"],
    /echo ["']?(?:[A-Za-z0-9_-]{1,40}:)?(?<secret>[^\s"'\\|$<{]{6,120})["']? ?\| ?(?:sudo -S|(?:sudo )?chpasswd)/g,
  ),
];
