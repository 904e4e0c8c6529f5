// Reads {"files": {NAME: TEXT}, "from": NUMBER, "count": NUMBER} from standard input: what a lab has for one Windows machine.
// Takes it up, through a reboot and to the checks, in one unkind world for each number, which decides by itself how. Each must end
// green, with all that a node needs, or with a script that says what is wrong.
// Answers {"red": ["SEED: WHY", ...], "green": NUMBER, "named": {"SCRIPT: WORDS": NUMBER}}.
import fs from "node:fs";
import { Course } from "./course.mjs";
import { facts } from "./facts.mjs";
import { needs } from "./needs.mjs";

/** The same numbers for the same seed, everywhere (mulberry32). */
function random(seed) {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What may go wrong for good, and each script that may say so. */
const FAULTS = { feature: true, rollback: true, module: true, pull: "refused", hns: true, type: "ICS", management: "10.0.2.15",
  attach: true, subnet: true, proxy: true };

function unkind(state, roll, pods) {
  const chance = share => roll() < share;
  state.losesAddress = chance(0.4);
  state.hnsForgets = chance(0.5);
  state.servicing = state.features.Containers === "installed" ? 0 : Math.floor(roll() * 3);
  state.clockOffset = Math.floor((roll() - 0.5) * 48 * 3_600_000);
  if (chance(0.5)) {
    const other = { ...state.adapters[0], name: "Ethernet 7", mac: "52-54-00-00-00-77", ifIndex: 3, address: "10.9.9.9", gateway: null };
    state.adapters.splice(chance(0.5) ? 0 : state.adapters.length, 0, other);
  }
  if (chance(0.3)) state.adapters.push({ ...state.adapters[0], name: "lab-2", mac: "52-54-00-00-00-78", ifIndex: 44, hidden: true, address: null });
  // What becomes of a pod its DaemonSet tells, and no script.
  const names = Object.keys(FAULTS).filter(name => !(pods && name === "proxy"));
  const fault = chance(0.3) ? names[Math.floor(roll() * names.length)] : null;
  if (fault) state.faults[fault] = FAULTS[fault];
  // Some of it passes by itself.
  return { fault, passes: fault !== null && chance(0.4) ? Math.floor(roll() * 90) : null };
}

async function path(course, roll) {
  let how;
  course.machine.world.change(state => { how = unkind(state, roll, course.facts.pods); });
  if (how.passes !== null) {
    const watch = course.machine.process();
    watch.sleep(how.passes).then(() => course.machine.world.change(state => { delete state.faults[how.fault]; }));
  }
  course.send("1");
  await course.comeUp();
  await course.wait();
  needs(course, "round 1");
  await course.reboot();
  await course.script("hns.ps1");
  await course.wait();
  needs(course, "round 1");
  await course.look();
}

const { files, from, count } = JSON.parse(fs.readFileSync(0, "utf8"));
const answer = { red: [], green: 0, named: {} };
for (let seed = from; seed < from + count; seed++) {
  const roll = random(seed);
  const course = new Course(files, facts(files, roll() < 0.5));
  try {
    await course.run(path(course, roll));
    answer.green++;
  } catch (error) {
    const said = error.lines?.find(line => line.includes(" failed"));
    const words = said && `${error.script}: ${said.replace(/\d+/g, "N")}`;
    if (words) answer.named[words] = (answer.named[words] ?? 0) + 1;
    else answer.red.push(`${seed}: ${error.message}`);
  }
}
console.log(JSON.stringify(answer));
