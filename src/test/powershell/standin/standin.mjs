// The stand-in Windows machine as a container: standin.mjs init | shell COMMAND | service NAME.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { RealCluster } from "./cluster.mjs";
import { Killed, Machine, REAL_CLOCK, commandLine, runService } from "./machine.mjs";
import { Failure, Unknown } from "./values.mjs";
import { mountWine } from "./wine.mjs";
import { Disk, FileWorld, fresh } from "./world.mjs";

const STATE = "/var/lib/standin/world.json";
const NODE = ["/usr/local/bin/node", "--liftoff-only", fileURLToPath(import.meta.url)];
const disk = new Disk("/c");

/** Each service is a process group of its own. */
const processes = {
  launch: name => {
    const log = fs.openSync(`/var/log/standin-${name.replace("/", "-")}.log`, "a");
    const child = spawn(NODE[0], [...NODE.slice(1), "service", name], { detached: true, stdio: ["ignore", log, log], cwd: "/" });
    child.unref();
    machine.world.change(state => { state.services[name].pid = child.pid; });
  },
  kill: name => {
    const { pid } = machine.services.all[name];
    try { if (pid) process.kill(-pid, "SIGKILL"); } catch { /* gone already */ }
  },
};
const machine = new Machine({ world: new FileWorld(STATE), files: disk, clock: REAL_CLOCK, cluster: new RealCluster(), launcher: processes });

/** The switch of a pod network takes the adapter over: sessions by way of it break, and what they started goes on. */
machine.switched = () => fs.readdirSync("/proc").filter(pid => /^\d+$/.test(pid)).forEach(pid => {
  try {
    const title = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (/^sshd(-session)?: /.test(title) && !title.includes("[listener]")) process.kill(Number(pid), "SIGKILL");
  } catch { /* gone already */ }
});

const roles = {
  async init() {
    if (!fs.existsSync(STATE)) {
      install();
    }
    mountWine();
    fs.mkdirSync("/run/sshd", { recursive: true });
    for (;;) {
      machine.boot();
      const sshd = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", "/standin/sshd_config"], { stdio: "inherit" });
      const end = await new Promise(done => { process.once("SIGHUP", () => done("reboot")); process.once("SIGTERM", () => done("off")); });
      Object.keys(machine.services.all).forEach(processes.kill);
      sshd.kill("SIGKILL");
      // Sessions too: whoever is logged in is thrown out.
      fs.readdirSync("/proc").filter(pid => /^\d+$/.test(pid) && Number(pid) > 1 && Number(pid) !== process.pid)
        .forEach(pid => { try { process.kill(Number(pid), "SIGKILL"); } catch { /* a thread, or gone */ } });
      if (end === "off") process.exit(0);
      await REAL_CLOCK.sleep(1500, machine.process());
    }
  },

  /** The login shell: cmd, as far as hybridlab and Vagrant use it. */
  async shell(command) {
    const [program, ...args] = commandLine(command);
    const name = program.toLowerCase().replace(/\.exe$/, "");
    const say = line => process.stdout.write(line + "\r\n");
    const host = machine.process({ out: say, err: line => process.stderr.write(line + "\r\n"), stdin: () => fs.readFileSync(0, "utf8") });
    if (machine.world.state.faults.drop && command.includes(machine.world.state.faults.drop)) {
      // Once: the connection breaks, and the script goes on.
      machine.world.change(state => { state.faults.drop = null; });
      process.kill(process.ppid, "SIGKILL");
    }
    if (name === "exit") return Number(args[0]);
    if (name === "shutdown") return shutdown(args);
    if (name === "ping") return ping(args, say);
    if (name === "net") return host.services[args[0].toLowerCase()](args[1], true) ?? 0;
    if (name === "cmd" && args[0].toLowerCase() === "/c") return builtIn(args.slice(1), say, host);
    if (name === "powershell") return host.program("powershell", args);
    throw new Unknown(`cmd: ${command}`);
  },

  async service(name) {
    const { line, env, sandbox } = machine.services.all[name];
    disk.sandbox = sandbox;
    const host = machine.process({ service: name });
    Object.entries(env ?? {}).forEach(([key, value]) => host.env.set(key, value));
    await runService(host, name, commandLine(line));
  },
};

/** A fresh disk, and the adapter that this container really has. */
function install() {
  const { address } = os.networkInterfaces().eth0.find(one => one.family === "IPv4");
  const state = fresh({ mac: process.env.HYBRIDLAB_STANDIN_MAC.toUpperCase().match(/../g).join("-"), now: Date.now(), address });
  state.adapters = [{ ...state.adapters[1], gateway: address.replace(/\d+$/, "1"), dns: [address.replace(/\d+$/, "1")] }, state.adapters[2]];
  // A clock that is wrong as far as Windows' programs see; it is the host's that certificates are judged by.
  state.clockOffset = -600_000;
  state.build = process.env.HYBRIDLAB_STANDIN_BUILD;
  state.faults = JSON.parse(process.env.HYBRIDLAB_STANDIN_FAULTS);
  fs.mkdirSync("/var/lib/standin", { recursive: true });
  fs.writeFileSync(STATE, JSON.stringify(state));
}

/**
 * Its answer is a real one of the wire. Where nobody answers it says so by the asker's own address and ends with 0: to Windows
 * any reply is one (learn.microsoft.com, ping). Without an adapter in the network of pods there is no way to their gateway.
 */
function ping([n, one, w, patience, address, ...more], say) {
  if ([n, one, w, patience].join(" ") !== "-n 1 -w 2000" || more.length > 0) throw new Unknown(`ping ${[n, one, w, patience, address, ...more].join(" ")}`);
  const share = address.replace(/\.\d+$/, ".");
  const own = machine.world.state.hns.endpoints.find(each => each.attached && each.IPAddress.startsWith(share));
  if (!own) {
    say("PING: transmit failed. General failure.");
    return 1;
  }
  spawnSync("ip", ["route", "replace", `${address}/32`, "dev", "eth0"]);
  const answered = spawnSync("ping", ["-c", "1", "-W", "2", address]).status === 0;
  spawnSync("ip", ["route", "delete", `${address}/32`, "dev", "eth0"]);
  say(answered ? `Reply from ${address}: bytes=32 time<1ms TTL=64` : `Reply from ${own.IPAddress}: Destination host unreachable.`);
  return 0;
}

function shutdown(args) {
  if (args.join(" ") !== "/r /t 0 /f") throw new Unknown(`shutdown ${args.join(" ")}`);
  if (machine.world.state.faults.reboot) {
    machine.world.change(state => { state.faults.reboot = false; });
    return 0;
  }
  setTimeout(() => process.kill(1, "SIGHUP"), 200);
  return 0;
}

function builtIn([verb, ...args], say, host) {
  const path = args.filter(word => !word.startsWith("/")).join(" ");
  switch (verb) {
    case "type":
      if (!host.files.exists(path)) throw new Failure("The system cannot find the file specified.");
      process.stdout.write(host.files.read(path));
      return 0;
    case "del":
      if (host.files.exists(path)) host.files.remove(path, false);
      return 0;
    case "dir": {
      // As cmd says it of a folder that is empty, too.
      const below = args.includes("/s");
      const names = (host.files.exists(path) ? fs.readdirSync(host.files.real(path), { recursive: below }) : [])
        .map(name => below ? `${path}\\${name.replaceAll("/", "\\")}` : name);
      if (!args.includes("/b") || names.length === 0) throw new Failure("File Not Found");
      names.forEach(say);
      return 0;
    }
    case "ver":
      say(`Microsoft Windows [Version 10.0.${host.world.state.build}] (a stand-in)`);
      return 0;
    default:
      throw new Unknown(`cmd /c ${verb}`);
  }
}

const [role, ...words] = process.argv.slice(2);
try {
  process.exitCode = await roles[role](...words);
} catch (error) {
  if (!(error instanceof Killed)) {
    const message = `${error instanceof Unknown ? "the stand-in does not know: " : ""}${error.message} (${words.join(" ").slice(0, 200)})\r\n`;
    process.stderr.write(message);
    // Into the container's own log as well.
    fs.appendFileSync("/proc/1/fd/2", message);
    process.exitCode = 1;
  }
}
if (role !== "init" && role !== "shell") process.exit();
