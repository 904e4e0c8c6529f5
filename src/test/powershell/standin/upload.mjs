// Reads {"encoded": WORD, "stdin": TEXT, "file": PATH, "content": TEXT} from standard input: a machine that has the file, and
// what ssh hands to its PowerShell. Answers {"failed": null or WHY, "files": {NAME: TEXT}}: the file's folder afterwards.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Machine, VirtualClock } from "./machine.mjs";
import { Disk, World, fresh } from "./world.mjs";

const { encoded, stdin, file, content } = JSON.parse(fs.readFileSync(0, "utf8"));
const root = fs.mkdtempSync(path.join(os.tmpdir(), "standin-"));
try {
  const clock = new VirtualClock(0);
  const files = new Disk(root);
  const machine = new Machine({ world: new World(fresh({ mac: "00-00-00-00-00-01", now: 0 })), files, clock, cluster: null });
  const folder = files.parent(file);
  files.makeFolder(folder);
  files.write(file, content);
  const err = [];
  const shell = machine.process({ out: () => {}, err: line => err.push(line), stdin });
  const failed = await clock.drive(shell.program("powershell", ["-NonInteractive", "-EncodedCommand", encoded]).then(
    code => code === 0 && err.length === 0 ? null : `exit ${code} ${err.join("\n")}`, error => error.message));
  const left = fs.readdirSync(files.real(folder));
  const text = name => files.read(`${folder}\\${name}`).toString();
  process.stdout.write(JSON.stringify({ failed, files: Object.fromEntries(left.map(name => [name, text(name)])) }));
} finally {
  fs.rmSync(root, { recursive: true });
}
