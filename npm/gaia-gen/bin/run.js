// Runs a program of the package for this platform, which npm installed beside this one
// as an optional dependency. Nothing is downloaded and nothing is compiled.
"use strict";

const { spawnSync } = require("node:child_process");
const path = require("node:path");

module.exports = function run(program) {
  const name = `@amd-gaia/gaia-gen-${process.platform}-${process.arch}`;
  let dir;
  try {
    dir = path.dirname(require.resolve(`${name}/package.json`));
  } catch {
    console.error(`${program}: the package ${name} is not installed.`);
    console.error("It is an optional dependency of @amd-gaia/gaia-gen: install again without --no-optional (--omit=optional),");
    console.error("on this platform; or go install github.com/amd-gaia/gaia-gen/cmd/...@latest");
    process.exit(2);
  }
  const file = path.join(dir, "bin", process.platform === "win32" ? `${program}.exe` : program);
  const result = spawnSync(file, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
  if (result.error) {
    console.error(`${program}: ${result.error.message}`);
    process.exit(2);
  }
  if (result.signal) {
    process.kill(process.pid, result.signal);
  }
  process.exit(result.status === null ? 2 : result.status);
};
