// Reads {"encoded": WORD, "hns": {"networks": [...], "endpoints": [...]}} from standard input: a machine whose HNS has these,
// and what its PowerShell is asked. Answers {"failed": null or WHY, "lines": [LINE, ...]}.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Machine, VirtualClock } from "./machine.mjs";
import { Disk, World, fresh } from "./world.mjs";

const { encoded, hns } = JSON.parse(fs.readFileSync(0, "utf8"));
const root = fs.mkdtempSync(path.join(os.tmpdir(), "standin-"));
try {
  const clock = new VirtualClock(0);
  const state = fresh({ mac: "00-00-00-00-00-01", now: 0 });
  state.features.Containers = "installed";
  Object.assign(state.hns, hns);
  const machine = new Machine({ world: new World(state), files: new Disk(root), clock, cluster: null });
  const lines = [], err = [];
  const shell = machine.process({ out: line => lines.push(line), err: line => err.push(line) });
  const failed = await clock.drive(shell.program("powershell", ["-NoProfile", "-NonInteractive", "-EncodedCommand", encoded]).then(
    code => code === 0 && err.length === 0 ? null : `exit ${code} ${err.join("\n")}`, error => error.message));
  process.stdout.write(JSON.stringify({ failed, lines }));
} finally {
  fs.rmSync(root, { recursive: true });
}
