// Reads {"files": {NAME: TEXT}, "delete": [NAME, ...]} from standard input: what a lab has for one Windows machine. Runs its
// course, and what must fail, in two worlds; once more for each line of the named scripts without that line.
// Answers {"red": null or WHY, "unnoticed": ["SCRIPT: LINE", ...], "told": [{"name": MISHAP, "finding": ID, "evidence": {...}}],
// "requests": ["{path, body} of a call of HNS", ...], "order": [SCRIPT, ...] as they first ran}.
import fs from "node:fs";
import { Course } from "./course.mjs";
import { facts } from "./facts.mjs";
import { requests } from "./hns.mjs";
import { mishaps } from "./mishaps.mjs";

const { files, delete: shortened } = JSON.parse(fs.readFileSync(0, "utf8"));
const LIBRARY = files["key.ps1"].match(/# --- What all scripts share.*# --- end of what all scripts share\r\n/s)[0];

/** Whether a line of the script could make a difference to what goes wrong. */
const concerns = (mishap, name) => [undefined, "library.ps1", mishap.script].includes(name)
  || (mishap.script === "hns.ps1" && name.startsWith("start-"));

/** What is wrong with the scripts, or null. @param name of the only one that was changed, if one was @param told gets what each mishap left */
async function wrong(scripts, name, told = []) {
  try {
    for (const oneAdapter of [true, false]) {
      const course = new Course(scripts, facts(files, oneAdapter));
      await course.run();
      if (order.length === 0) order = course.order;
    }
    const { pods, bridged, winrm } = facts(files, true);
    const happens = each => !(each.winrm && !winrm) && !(pods && each.services) && !(bridged ? each.flannel : each.bridged);
    for (const mishap of mishaps.filter(each => concerns(each, name) && happens(each))) {
      const evidence = await new Course(scripts, facts(files, true)).mustFail(mishap);
      const { finding } = mishap;
      told.push({ name: mishap.name, finding: typeof finding === "string" ? finding : finding(facts(files, true)), evidence });
    }
    return null;
  } catch (error) {
    return error.message;
  }
}

let order = [];
const parts = text => text.split("\r\n").map((line, i, all) => ({ line, shorter: all.filter((_, j) => j !== i).join("\r\n") }));

/** Scripts without one line; the library, which is in front of all, loses it in all. */
function* withoutOneLine() {
  for (const { line, shorter } of shortened.includes("library.ps1") ? parts(LIBRARY) : []) {
    const without = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace(LIBRARY, () => shorter)]));
    yield { name: "library.ps1", line, without };
  }
  for (const [name, text] of Object.entries(files).filter(([each]) => shortened.includes(each))) {
    for (const { line, shorter } of parts(text.replace(LIBRARY, "# library"))) {
      yield { name, line, without: { ...files, [name]: shorter.replace("# library", () => LIBRARY) } };
    }
  }
}

const told = [];
const answer = { red: await wrong(files, undefined, told), unnoticed: [], told, order, requests: [...requests] };
if (answer.red === null) {
  for (const { name, line, without } of withoutOneLine()) {
    const code = line.trim();
    if (code !== "" && !code.startsWith("#") && await wrong(without, name) === null) {
      answer.unnoticed.push(`${name}: ${code}`);
    }
  }
}
console.log(JSON.stringify(answer));
