// Processes, services and time of a stand-in Windows machine.
import fs from "node:fs";
import { cmdlets } from "./cmdlets.mjs";
import { Shell } from "./powershell.mjs";
import { programs } from "./programs.mjs";
import { Failure, Unknown, list } from "./values.mjs";
import { service } from "./world.mjs";

export class Killed extends Error {}

/** Time that passes only when everything waits, so that ten minutes take none. */
export class VirtualClock {
  #now; #sleepers = [];
  constructor(now) { this.#now = now; }
  now() { return this.#now; }
  sleep(millis, host) {
    return new Promise((wake, reject) => {
      const sleeper = { at: this.#now + millis, wake };
      this.#sleepers.push(sleeper);
      host.atKill(() => {
        this.#sleepers = this.#sleepers.filter(one => one !== sleeper);
        reject(new Killed());
      });
    });
  }
  /** Lets time pass until what is awaited ends. */
  async drive(awaited) {
    let over = false;
    awaited.then(() => { over = true; }, () => { over = true; });
    for (;;) {
      await new Promise(setImmediate);
      if (over) return awaited;
      this.#sleepers.sort((a, b) => a.at - b.at);
      const next = this.#sleepers.shift();
      if (!next || next.at === Infinity) throw new Unknown("everything waits for ever");
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}

export const REAL_CLOCK = {
  now: () => Date.now(),
  sleep: (millis, host) => new Promise((wake, reject) => {
    // A timer cannot wait for ever; a day is longer than any test.
    const timer = setTimeout(wake, Math.min(millis, 86_400_000));
    host.atKill(() => { clearTimeout(timer); reject(new Killed()); });
  }),
};

/** @param launch starts a service's process and gives a function that kills it, or null where another process knows */
export class Machine {
  constructor({ world, files, clock, cluster, launcher }) {
    // Mutexes that were got, in order; processes that hold one; and programs of sessions that may be ended.
    Object.assign(this, { world, files, clock, cluster, statements: 0, turns: [], holders: new Map(), programs: new Set() });
    this.services = new Services(this, launcher ?? new Tasks(this));
  }

  process(wishes = {}) { return new Host(this, wishes); }

  /** Windows comes up: services that start by themselves, in the order of what they need. */
  boot() {
    this.world.reboot(this.clock.now());
    for (const [name, one] of Object.entries(this.world.state.services)) {
      if (one.startup === "Automatic") {
        try { this.services.start(name); } catch (error) { if (!(error instanceof Failure)) throw error; }
      }
    }
  }
}

/** One process and what it may ask Windows for. */
export class Host {
  #kills = [];
  constructor(machine, { out, err, stdin = "", service: name = null, env = null } = {}) {
    Object.assign(this, { machine, cmdlets, service: name, types: new Set() });
    this.out = out ?? (() => {});
    this.err = err ?? (() => {});
    this.stdin = stdin;
    this.env = env ?? environment(machine.world);
  }
  get world() { return this.machine.world; }
  get files() { return this.machine.files; }
  get services() { return this.machine.services; }
  now() { return this.machine.clock.now(); }
  sleep(seconds) { return this.machine.clock.sleep(seconds * 1000, this); }
  forEver() { return this.machine.clock.sleep(Infinity, this); }
  readAll() { return typeof this.stdin === "function" ? this.stdin() : this.stdin; }
  hasPipe(name) { return name === "containerd-containerd" && this.world.state.services.containerd?.pipe === true; }
  /** Of a process that has been ended, but has not come to its end here, at once. */
  atKill(what) {
    if (this.dead) what();
    else this.#kills.push(what);
  }
  kill() {
    this.dead = true;
    this.#kills.splice(0).forEach(each => each());
  }

  powershell(source, args) {
    return new Shell(this).run(source, args).finally(() => { this.over = true; });
  }

  /** For all processes of the machine. A process that waits for one whose holder ended gets it, and is told by an error. */
  mutex(name) {
    const { holders, turns } = this.machine;
    this.id ??= `${process.pid}.${holders.size}`;
    holders.set(this.id, this);
    let waited = false;
    return { WaitOne: () => {
      const held = this.world.state.mutexes?.[name];
      if (held && held !== this.id && lives(held, holders)) {
        waited = true;
        return false;
      }
      this.world.change(state => { state.mutexes = { ...state.mutexes, [name]: this.id }; });
      turns.push(name);
      if (held && held !== this.id && waited) {
        throw Object.assign(new Failure("The wait completed due to an abandoned mutex."), { type: "threading.abandonedmutexexception" });
      }
      return true;
    } };
  }

  /** Runs a program to its end. @returns its exit code */
  async program(name, args, { stdin = null, out = this.out, err = this.err } = {}) {
    const base = name.replaceAll("/", "\\").split("\\").at(-1).toLowerCase().replace(/(\.exe)?$/, ".exe");
    const run = programs[base];
    if (!run) throw new Unknown(`program ${name}`);
    if (name.includes("\\") && !run.ofWindows) {
      if (!this.files.exists(name)) throw new Failure(`The term '${name}' is not recognized as the name of a program.`);
      this.holds(name);
    }
    return base === "kubeadm.exe" ? this.endable(base, child => run(args, { out, err, stdin, path: name }, child))
      : run(args, { out, err, stdin, path: name }, this);
  }

  /** A program that Stop-Process may end. @returns its exit code */
  async endable(base, run) {
    const child = new Host(this.machine, { out: this.out, err: this.err, service: this.service, env: this.env });
    this.atKill(() => child.kill());
    const one = { ProcessName: base.replace(/\.exe$/, ""), child };
    this.machine.programs.add(one);
    const done = run(child);
    done.catch(() => {});
    try {
      return await Promise.race([done, new Promise(end => child.atKill(() => end(-1)))]);
    } finally {
      this.machine.programs.delete(one);
    }
  }

  holds(path) {
    if (this.service) this.world.change(state => { state.services[this.service]?.using.push(path); });
  }

  /** As .NET's Process: its exit code is lost unless its handle was asked for in time. */
  start(path, args) {
    const child = new Host(this.machine, { out: this.out, err: this.err, service: this.service, env: this.env });
    this.atKill(() => child.kill());
    let code = null, handled = false;
    const done = child.program(path, args).then(result => { code = result; },
      error => { if (!(error instanceof Killed)) throw error; code = -1; });
    done.catch(() => {});
    return {
      Handle: () => { handled = true; return 1; },
      HasExited: () => code !== null,
      ExitCode: () => handled ? code : null,
      Kill: () => { child.kill(); },
      WaitForExit: async millis => {
        if (millis === undefined) { await done; return undefined; }
        const watch = new Host(this.machine);
        await Promise.race([done, this.machine.clock.sleep(millis, watch).catch(() => {})]);
        watch.kill();
        return code !== null;
      },
    };
  }
}

/** Whether the process that got a mutex has not ended; it may be one of another stand-in of the same machine. */
function lives(id, holders) {
  const pid = Number(id.split(".")[0]);
  if (pid === process.pid) return !(holders.get(id).dead || holders.get(id).over);
  try {
    // Node.js, which is process 1 of a stand-in, never waits for the processes of sessions that broke: they stay zombies.
    return !/^\d+ \(.*\) [ZX]/s.test(fs.readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Sessions get it from sshd, and services from their manager: as it was when these began. */
function environment(world) {
  const values = new Map(Object.entries({ ProgramFiles: "C:\\Program Files", ProgramData: "C:\\ProgramData",
    SystemRoot: "C:\\Windows", USERPROFILE: "C:\\Users\\vagrant", ...world.state.variablesOfBoot })
    .map(([name, value]) => [name.toLowerCase(), value]));
  return { get: name => values.get(name.toLowerCase()) ?? null, set: (name, value) => values.set(name.toLowerCase(), value) };
}

/** Windows' service manager. */
class Services {
  constructor(machine, launcher) { Object.assign(this, { machine, launcher }); }
  get all() { return this.machine.world.state.services; }

  must(name) {
    const one = this.all[name];
    if (!one) throw new Failure(`Cannot find any service with service name '${name}'.`);
    return one;
  }

  create(name, line, startup, depends) {
    if (this.all[name]) throw new Failure(`Service '${name}' cannot be created: it exists.`);
    this.change(name, service(line, startup), { depends });
  }

  change(name, ...what) {
    this.machine.world.change(state => { state.services[name] = Object.assign(state.services[name] ?? {}, ...what); });
  }

  /** Of a service that runs Windows only notes that it is to go. */
  remove(name) {
    if (this.all[name]?.status !== "Running") this.machine.world.change(state => { delete state.services[name]; });
  }

  start(name) {
    const one = this.must(name);
    if (one.status === "Running") return;
    one.depends.forEach(each => this.start(each));
    const program = commandLine(one.line)[0];
    if (name === "sshd" && !this.machine.files.exists("C:\\ProgramData\\ssh")) {
      this.machine.files.makeFolder("C:\\ProgramData\\ssh");
      this.machine.files.write("C:\\ProgramData\\ssh\\ssh_host_ed25519_key", "of this machine");
    }
    if (program.startsWith("C:\\Windows\\")) return this.change(name, { status: "Running" });
    if (one.pod) {
      this.change(name, { status: "Running", starts: (one.starts ?? 0) + 1 });
      return this.launcher.launch(name, commandLine(one.line));
    }
    if (!this.machine.files.exists(program) || (name === "containerd" && !this.machine.world.hasContainers()) || this.machine.world.state.faults.start === name) {
      throw new Failure(`Failed to start service '${name}'.`);
    }
    this.change(name, { status: "Running", using: [program], starts: (one.starts ?? 0) + 1 });
    this.launcher.launch(name, commandLine(one.line));
  }

  stop(name, force) {
    const needing = Object.entries(this.all).filter(([, one]) => one.depends.includes(name) && one.status === "Running");
    this.must(name);
    if (needing.length > 0 && !force) throw new Failure(`Cannot stop service '${name}' because it has dependent services.`);
    needing.forEach(([each]) => this.stop(each, force));
    this.lingers(name);
    this.change(name, { status: "Stopped", using: [], pipe: false });
    this.launcher.kill(name);
  }

  /** Stopped is said before the process has gone; and the shims of containerd's pods outlive it. */
  lingers(name) {
    const now = this.machine.clock.now();
    const { using } = this.all[name];
    const shim = using.filter(used => name === "containerd" && /containerd\.exe$/.test(used) && (this.machine.world.state.pods ?? []).length > 0)
      .map(used => ({ path: used.replace(/containerd\.exe$/, "containerd-shim-runhcs-v1.exe"), until: Infinity }));
    this.machine.world.change(state => {
      state.lingering = [...(state.lingering ?? []).filter(one => one.until > now),
        ...using.map(path => ({ path, until: now + 700 })), ...shim];
    });
  }

  /** Somebody ended its program. */
  broken(name) {
    this.launcher.kill(name);
    this.ended(name, this.machine.process()).catch(error => { if (!(error instanceof Killed)) throw error; });
  }

  /** A service's program ended by itself. */
  async ended(name, host) {
    const one = this.all[name];
    if (one?.status !== "Running") return;
    this.change(name, { status: "Stopped", using: [], pipe: false });
    if (one.failure && one.failureFlag) {
      await host.sleep(5);
      if (this.all[name]?.status === "Stopped") this.start(name);
    }
  }
}

/** Services as tasks of this process. */
class Tasks {
  #running = new Map();
  constructor(machine) { this.machine = machine; }
  launch(name, words) {
    const host = this.machine.process({ service: name });
    Object.entries(this.machine.services.all[name].env ?? {}).forEach(([key, value]) => host.env.set(key, value));
    this.#running.set(name, host);
    runService(host, name, words).catch(error => { if (!(error instanceof Killed)) this.broken = error; });
  }
  kill(name) {
    this.#running.get(name)?.kill();
    this.#running.delete(name);
  }
}

export async function runService(host, name, words) {
  const log = line => host.world.change(state => { state.log.push(`${name}: ${line}`); });
  host.out = host.err = log;
  try {
    await host.program(words[0], words.slice(1));
  } catch (error) {
    if (!(error instanceof Failure)) {
      if (!(error instanceof Killed)) log(`stand-in: ${error.message}`);
      throw error;
    }
    log(error.message);
  }
  // What it waited for ended with it; the service is somebody else's by now.
  if (host.dead) return;
  await host.services.ended(name, host);
}

/** As Windows' programs read a line: blanks apart, quotes together. */
export const commandLine = line => list(line.match(/"[^"]*"|\S+/g)).map(word => word.replace(/^"|"$/g, ""));
