// Another user of this machine at the page's port is refused, whatever they know.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { unlessLinux, withoutRoot } from "../../kit/left-out.ts";
import { testDaemon } from "../../kit/test-daemon.ts";
import { signedIn } from "../../kit/web-guest.ts";

const NOBODY = 65_534;

const ASK = `
import sys, urllib.request, urllib.error
request = urllib.request.Request(sys.argv[1], headers=dict(zip(sys.argv[2::2], sys.argv[3::2])))
try: print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error: print(error.code)
`;

async function askAs(uid: number, url: string, headers: Record<string, string>): Promise<number> {
  const words = ["-c", ASK, url, ...Object.entries(headers).flat()];
  const { stdout } = await promisify(execFile)("python3", words, { uid, cwd: "/", env: { PATH: "/usr/bin:/bin" } });
  return Number(stdout);
}

test.skipIf(unlessLinux("connections of other users") || withoutRoot("acting as another user"))(
  "another user gets neither the page nor an answer, with a stolen cookie and its key, unless a proxy is declared",
  async () => {
    const daemon = await testDaemon();
    const guest = await signedIn(daemon);
    const stolen = { cookie: guest.cookie ?? "", "skein-key": guest.key ?? "" };
    const statuses = (uid: number): Promise<number[]> =>
      Promise.all(["/", "/v1/sessions"].map((path) => askAs(uid, `${guest.origin}${path}`, stolen)));
    expect(await statuses(0)).toEqual([200, 200]);
    expect(await statuses(NOBODY)).toEqual([403, 403]);
    await daemon.client.openWeb({ proxy: { origin: "https://skein.example.net" } });
    expect(await statuses(NOBODY)).toEqual([200, 200]);
  },
);
