// Reads {"files": {NAME: TEXT}, "from": NUMBER, "count": NUMBER, "fault": NAME} from standard input: what a lab has for one Windows
// machine; with a fault all worlds have it, for good.
// Takes it up, through a reboot and to the checks, up again with nothing to do, and off the machine, in one unkind world for each
// number, which decides by itself how. Each must end green, with all that a node needs, or with a script that says what is wrong.
// Answers [{"seed": NUMBER, "fault": NAME or null, "passes": whether it does by itself, "finding": the id that a run must end with if a
// script fails, "red": WHY or null, "evidence": of a script that failed, or null}, ...].
import fs from "node:fs";
import { Course } from "./course.mjs";
import { facts } from "./facts.mjs";
import { FAULTS } from "./mishaps.mjs";
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

function unkind(state, roll, pods, only) {
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
  const fault = only ? only : chance(0.5) ? names[Math.floor(roll() * names.length)] : null;
  if (fault) state.faults[fault] = FAULTS[fault].value;
  // With no name there is nothing to tell the wrong adapter by but the address.
  state.namesNoAdapter = chance(0.3) && fault !== "adapter";
  // Some of it passes by itself.
  return { fault, passes: !only && fault !== null && chance(0.4) ? Math.floor(roll() * 90) : null };
}

async function path(course, roll, run) {
  course.machine.world.change(state => { Object.assign(run, unkind(state, roll, course.facts.pods, fault)); });
  if (run.passes !== null) {
    const watch = course.machine.process();
    watch.sleep(run.passes).then(() => course.machine.world.change(state => { delete state.faults[run.fault]; }));
  }
  if (roll() < 0.4) course.breaksAtTheSwitch(roll() < 0.5);
  course.send("1");
  await course.comeUp();
  await course.wait();
  needs(course, "round 1");
  await course.reboot();
  await course.script("hns.ps1");
  await course.wait();
  needs(course, "round 1");
  await course.look();
  await course.again();
  needs(course, "round 1");
  await course.look();
  await course.remove();
}

const { files, from, count, fault } = JSON.parse(fs.readFileSync(0, "utf8"));
const runs = [];
for (let seed = from; seed < from + count; seed++) {
  const roll = random(seed);
  const course = new Course(files, facts(files, roll() < 0.5));
  const run = { seed, red: null, evidence: null };
  try {
    await course.run(path(course, roll, run));
  } catch (error) {
    if (error.evidence) run.evidence = error.evidence;
    else run.red = error.message;
  }
  runs.push({ ...run, passes: run.passes !== null, finding: run.fault && FAULTS[run.fault].finding(course.facts) });
}
console.log(JSON.stringify(runs));
