// A certificate for tests, signed by itself, good for some days.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "./temp-dir.ts";

export const isOpensslThere = (): boolean => existsSync("/usr/bin/openssl");

export function selfSigned(address: string): { cert: string; key: string } {
  const dir = tempDir();
  const [cert, key] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3"];
  const named = ["-subj", "/CN=skein", "-addext", `subjectAltName=IP:${address}`];
  execFileSync("/usr/bin/openssl", ["req", ...made, ...named, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}
