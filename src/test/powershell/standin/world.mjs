// The small world of a stand-in Windows machine: what Windows knows, as JSON, and its disk C: as a folder.
import fs from "node:fs";
import path from "node:path";
import { Failure, wildcard } from "./values.mjs";

/** A fresh Windows Server core with OpenSSH, as Vagrant boxes have it: two adapters, nothing of containers. */
export function fresh({ mac, now, address = "dhcp" }) {
  const adapter = (name, hardware, ifIndex, has) => ({ name, mac: hardware, ifIndex, physical: true, hidden: false,
    profile: "Public", dns: [], gateway: null, address: has, prefix: 24, origin: "Dhcp" });
  return {
    booted: now, clockOffset: 0, timeZone: "Pacific Standard Time", computerName: "WIN-BOX", pendingName: "WIN-BOX",
    adapters: [
      { ...adapter("Ethernet", "52-54-00-00-00-01", 6, "10.0.2.15"), gateway: "10.0.2.2", dns: ["10.0.2.3"] },
      adapter("Ethernet 2", mac, 11, address),
      { ...adapter("lab", "52-54-00-00-00-02", 12, null), physical: false, hidden: true },
    ],
    addresses: [], features: { Containers: "available" }, firewall: [], suffixes: [], ntp: null, acl: {},
    variables: { Path: "C:\\Windows\\system32;C:\\Windows" }, variablesOfBoot: {}, images: [], pulled: [], hns: { networks: [], policies: [], endpoints: [] },
    services: { sshd: service("C:\\Windows\\System32\\OpenSSH\\sshd.exe", "Manual", "Running"),
      w32time: service("C:\\Windows\\system32\\svchost.exe", "Manual", "Stopped") },
    // What a test breaks: mishaps.mjs, and StandInTest by HYBRIDLAB_STANDIN_FAULTS.
    faults: {}, log: [],
  };
}

export const service = (line, startup, status = "Stopped") => ({ line, startup, status, depends: [],
  account: "LocalSystem", failure: null, failureFlag: false, using: [] });

/** Kept in memory, for one process; FileWorld below is for several. */
export class World {
  #state;
  constructor(state) { this.#state = state; }
  get state() { return this.#state; }
  /** What is changed is changed at once, for all processes. */
  change(what) { return what(this.#state); }

  variable(where, name) {
    const key = Object.keys(this.state.variables).find(each => each.toLowerCase() === name.toLowerCase());
    return key ? this.state.variables[key] : null;
  }

  setVariable(name, value) {
    this.change(state => {
      const key = Object.keys(state.variables).find(each => each.toLowerCase() === name.toLowerCase()) ?? name;
      // Windows has no empty variables: setting one to nothing removes it.
      if (value === "") delete state.variables[key];
      else state.variables[key] = value;
    });
  }

  /** Whether the HNS and its cmdlets are there. */
  hasContainers() { return this.state.features.Containers === "installed"; }

  /** Of all IPv4 addresses; the pod network takes the adapter's address to its virtual switch. */
  addresses() {
    const own = this.state.adapters.filter(one => one.address && !one.hidden).map(one => {
      const bridged = this.bridged(one);
      // The switch's adapter got it from HNS.
      return { IPAddress: bridged && one.lost ? "169.254.7.7" : one.address, PrefixLength: one.prefix,
        PrefixOrigin: bridged ? "Other" : one.origin, InterfaceAlias: bridged ? `vEthernet (${one.name})` : one.name };
    });
    const attached = this.state.hns.endpoints.filter(one => one.attached).map(one => ({ IPAddress: one.IPAddress,
      PrefixLength: 24, PrefixOrigin: "Manual", InterfaceAlias: `vEthernet (${one.Name})` }));
    return [...own, ...attached];
  }

  /** Whether a switch has taken it over. */
  bridged(adapter) { return this.state.hns.networks.some(one => one.adapter === adapter.ifIndex); }

  /** Everything that ends with the machine's run. */
  reboot(now) {
    this.change(state => {
      Object.assign(state, { booted: now, bootsBefore: [state.booted, ...state.bootsBefore ?? []], computerName: state.pendingName });
      // What was made by hand may stay, but no endpoint of it is an adapter any more.
      const networks = state.hns.networks.filter(one => one.byHand && !state.hnsForgets);
      const endpoints = networks.length === 0 ? [] : state.hns.endpoints.map(one => ({ ...one, attached: false }));
      state.hns = { networks, policies: [], endpoints };
      state.routes = [];
      state.forwarding = {};
      state.variablesOfBoot = { ...state.variables };
      serviced(state);
      for (const one of Object.values(state.services)) {
        Object.assign(one, { status: "Stopped", using: [], pipe: false });
      }
    });
  }
}

/** Servicing at a boot: it may want another one (state.servicing), or take everything back (faults.rollback). */
function serviced(state) {
  const over = (state.servicing ?? 0) === 0;
  state.servicing = Math.max(0, (state.servicing ?? 0) - 1);
  for (const [name, what] of Object.entries(state.features)) {
    if (what === "pending" && (over || state.faults.rollback)) state.features[name] = state.faults.rollback ? "available" : "installed";
  }
  state.rebootPending = !over;
}

/** The same in a file that several processes share. */
export class FileWorld extends World {
  #file;
  constructor(file) { super(null); this.#file = file; }
  get state() { return JSON.parse(fs.readFileSync(this.#file, "utf8")); }
  change(what) {
    const lock = this.#file + ".lock";
    for (;;) {
      try { fs.mkdirSync(lock); break; } catch { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); }
    }
    try {
      const state = this.state;
      const result = what(state);
      fs.writeFileSync(this.#file + ".new", JSON.stringify(state, null, 1));
      fs.renameSync(this.#file + ".new", this.#file);
      return result;
    } finally { fs.rmdirSync(lock); }
  }
}

/** Windows' paths on a folder: slashes of both kinds, no regard to case, nothing but drive C, which may be left out. */
export class Disk {
  constructor(root) { this.root = root; }

  /** Where a path lies here, whether it is there or not. */
  real(windows) {
    const slashes = windows.replaceAll("/", "\\");
    const parts = (slashes.startsWith("\\") ? `C:${slashes}` : slashes).split("\\").filter(part => part !== "");
    if (parts[0]?.toUpperCase() !== "C:") throw new Failure(`Cannot find drive of '${windows}'.`);
    // Each HostProcess pod has its own view there.
    if (this.sandbox && parts[1]?.toLowerCase() === "hpc") parts[1] = this.sandbox;
    return parts.slice(1).reduce((at, part) => path.join(at, this.#asThere(at, part)), this.root);
  }

  #asThere(folder, part) {
    if (!fs.existsSync(folder) || fs.existsSync(path.join(folder, part))) return part;
    return fs.readdirSync(folder).find(each => each.toLowerCase() === part.toLowerCase()) ?? part;
  }

  exists(windows) { return fs.existsSync(this.real(windows)); }
  isFolder(windows) { return this.exists(windows) && fs.statSync(this.real(windows)).isDirectory(); }
  parent(windows) { return windows.replaceAll("/", "\\").replace(/\\[^\\]*$/, ""); }
  name(windows) { return windows.replaceAll("/", "\\").split("\\").at(-1); }
  makeFolder(windows) { fs.mkdirSync(this.real(windows), { recursive: true }); }

  must(windows) {
    if (!this.exists(windows)) throw new Failure(`Cannot find path '${windows}' because it does not exist.`);
    return this.real(windows);
  }

  read(windows) { return fs.readFileSync(this.must(windows)); }

  write(windows, content) {
    if (!this.isFolder(this.parent(windows))) throw new Failure(`Could not find a part of the path '${windows}'.`);
    fs.writeFileSync(this.real(windows), content);
  }

  append(windows, content) { fs.appendFileSync(this.real(windows), content); }
  written(windows) { return fs.statSync(this.must(windows)).mtimeMs; }

  /** What a path with wildcards in its last part means; a path without means itself. */
  matches(windows) {
    if (!/[*?]/.test(windows)) {
      this.must(windows);
      return [windows];
    }
    const folder = this.parent(windows);
    const pattern = wildcard(this.name(windows));
    return fs.readdirSync(this.must(folder)).filter(each => pattern.test(each)).map(each => `${folder}\\${each}`);
  }

  link(windows, target) { if (!fs.existsSync(this.real(windows))) fs.symlinkSync(target, this.real(windows)); }

  hasLinkedFolder(windows) {
    const real = this.must(windows);
    return fs.statSync(real).isDirectory() && fs.readdirSync(real, { recursive: true, withFileTypes: true }).some(one => one.isSymbolicLink());
  }

  remove(windows, recurse) {
    const real = this.must(windows);
    if (fs.statSync(real).isDirectory() && !recurse && fs.readdirSync(real).length > 0) {
      throw new Failure(`The item at ${windows} has children and the Recurse parameter was not specified.`);
    }
    fs.rmSync(real, { recursive: true });
  }
}
