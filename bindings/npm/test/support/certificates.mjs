// A test's own certificate authority, and a certificate for 127.0.0.1 that it signed, as PEM files in a folder.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** Creates the files and returns their paths: `authority`, `certificate` and `key`. */
export function makeCertificates(folder) {
  const [authority, authorityKey, certificate, key] = ["ca.pem", "ca.key", "server.pem", "server.key"].map((name) => join(folder, name));
  const openssl = (...words) => execFileSync("openssl", ["req", "-x509", ...KEY, "-days", "2", ...words], { stdio: "ignore" });
  openssl("-subj", "/CN=Test authority", "-keyout", authorityKey, "-out", authority);
  const names = ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"];
  openssl("-CA", authority, "-CAkey", authorityKey, "-subj", "/CN=127.0.0.1", ...names, "-keyout", key, "-out", certificate);
  return { authority, certificate, key };
}
