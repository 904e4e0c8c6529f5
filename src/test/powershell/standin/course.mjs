// The course that `up` takes with one Windows machine, in a world on paper: scripts as they were rendered, in the order of
// WindowsPlanner, twice each; a reboot; new programs; the end of the lab; a box of the machine, and the next lab that begins
// with that box. What is wrong ends it with an Error.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { imageArchive } from "./archive.mjs";
import { evidence } from "./evidence.mjs";
import { Machine, VirtualClock } from "./machine.mjs";
import { PaperCluster, SERVICES } from "./paper.mjs";
import { boxed, needs } from "./needs.mjs";
import { recorded } from "./recorded.mjs";
import { Disk, World, fresh, service } from "./world.mjs";

const START = Date.parse("2026-01-01T00:00:00Z");
const PROGRAMS = ["containerd.exe", "ctr.exe", "containerd-shim-runhcs-v1.exe", "kubelet.exe", "kubeadm.exe", "service-host.exe",
  "flanneld.exe", "kube-proxy.exe", "flannel.exe", "host-local.exe", "win-overlay.exe", "win-bridge.exe"];
const SETTINGS = {
  "containerd.ps1": ["config.toml", "hosts.toml"],
  "kubelet.ps1": ["start-kubelet.ps1", "kubeletconfiguration0+merge.json"],
  "overlay.ps1": ["net-conf.json", "pod-share.json", "cni-conf.json", "start-flanneld.ps1", "start-pod-network.ps1", "start-kube-proxy.ps1"],
};

const POD_ACCOUNT = "C:\\hpc\\var\\run\\secrets\\kubernetes.io\\serviceaccount";

/** What a machine must not keep when it joins another cluster. */
const LEFT = ["C:\\etc\\cni\\net.d\\05-old.conflist", "C:\\var\\lib\\cni\\old", "C:\\run\\flannel\\old", "C:\\k\\old.kubeconfig",
  "C:\\hybridlab\\done\\overlay", "C:\\hybridlab\\done\\hns"];

/** What another `up` could run, in its order. */
const AGAIN = ["key.ps1", "prepare.ps1", "features.ps1", "containerd.ps1", "images.ps1", "kubelet.ps1", "overlay.ps1", "hns.ps1"];

/** Scripts that change the machine, and the turn that each takes: one at a time. Images come while the kubelet is installed. */
const TURNS = { ...Object.fromEntries(["prepare.ps1", "features.ps1", "containerd.ps1", "kubelet.ps1", "join.ps1", "overlay.ps1",
  "remove.ps1", "box.ps1"].map(name => [name, "Global\\hybridlab"])), "images.ps1": "Global\\hybridlab-images" };
const WAITS = "An earlier script still runs here; waiting for its end.";

/** What Windows keeps, a text for each part: not what runs, when it started, or what is in use. */
function lasting({ services, adapters, ...state }) {
  const parts = ["features", "firewall", "suffixes", "primarySuffix", "ntp", "timeZone", "pendingName", "acl", "variables", "images", "pulled", "hns",
    "routes", "forwarding", "containerd", "kubeProxy", "node", "logins", "rebootPending"].map(name => [name, state[name]]);
  const own = Object.entries(services).map(([name, { line, startup, status, depends, account, failure, failureFlag }]) =>
    [`service ${name}`, [line, startup, status, depends, account, failure, failureFlag]]);
  const plugged = adapters.map(({ identifyingUntil, ...one }) => [`adapter ${one.ifIndex}`, one]);
  return Object.fromEntries([...parts, ...own, ...plugged].map(([name, value]) => [name, JSON.stringify(value)]));
}

/** @param files of one machine by name @param facts mac, address, computerName, vxlan, bridged (no flanneld), oneAdapter (as libvirt has it) */
export class Course {
  constructor(files, facts) {
    this.rendered = files;
    this.facts = facts;
    this.said = [];
    this.order = [];
    this.minted = 0;
    this.root = fs.mkdtempSync(path.join(os.tmpdir(), "standin-"));
    const state = fresh({ mac: facts.mac, now: START });
    if (facts.oneAdapter) {
      state.adapters = [{ ...state.adapters[0], mac: facts.mac }];
      state.adapters[0].address = facts.address;
      state.pendingName = state.computerName = facts.computerName;
      // The feature wants a second boot before it is installed.
      state.servicing = 1;
      // Whether HNS keeps over a reboot what was made by hand is its own affair: scripts must do with both.
      state.hnsForgets = true;
      // What a report asks for is there, or is not, or fails.
      state.hnsdiag = true;
      // Windows does not say by name which adapter a network is on.
      state.namesNoAdapter = true;
      // Its only adapter loses its address whenever a switch takes it over.
      state.losesAddress = true;
    } else {
      // A clone of a machine of another lab: its adapter, clock, features, service and pod network are remembered.
      state.clockOffset = -3_600_000;
      state.features.Containers = "installed";
      state.faults.licence = true;
      Object.assign(state, { hnsdiag: facts.noProxy !== "", bootsBefore: [START - 7_200_000, START - 86_400_000] });
      // Where it is rebooted at all, servicing is not over afterwards.
      state.servicing = facts.noProxy === "" ? 0 : 1;
      state.services.kubelet = service("C:\\k\\kubelet.exe --old", "Manual");
    }
    this.clock = new VirtualClock(START);
    this.files = new Disk(this.root);
    this.machine = new Machine({ world: new World(state), files: this.files, clock: this.clock, cluster: new PaperCluster(facts) });
    ["C:\\Windows\\System32\\drivers\\etc", "C:\\Users\\vagrant", "C:\\Program Files"].forEach(each => this.files.makeFolder(each));
    // Where a script is to install it, the box has none.
    if (facts.winrm) this.machine.world.change(it => { delete it.services.sshd; });
    else {
      this.files.makeFolder("C:\\ProgramData\\ssh");
      this.files.write("C:\\ProgramData\\ssh\\ssh_host_ed25519_key", "of this machine");
    }
    this.files.write("C:\\Windows\\System32\\drivers\\etc\\hosts", "# of Windows\r\n10.0.0.9 printer\r\n");
    if (!facts.oneAdapter) this.leftovers();
  }

  leftovers() {
    ["C:\\etc\\cni\\net.d", "C:\\var\\lib\\cni\\networks", "C:\\run\\flannel", "C:\\k", "C:\\hybridlab\\done", "C:\\hybridlab\\images"]
      .forEach(each => this.files.makeFolder(each));
    LEFT.forEach(each => this.files.write(each, "of another lab"));
    this.files.write("C:\\hybridlab\\images\\own.tar", imageArchive("registry.example/own:1"));
  }

  /** What is wrong ends it with an Error; if a script said so, with evidence of it. */
  async run(what = this.all()) {
    try {
      await this.clock.drive(what);
      if (this.machine.services.launcher.broken) throw this.machine.services.launcher.broken;
    } catch (error) {
      throw error.lines ? Object.assign(error, { evidence: evidence(this, error) }) : error;
    } finally {
      fs.rmSync(this.root, { recursive: true });
    }
  }

  /** Comes up with something wrong: the right script must fail, and say why. @returns evidence of it */
  async mustFail({ name, before, script, says, andSays = says, log, after = () => true }) {
    let failure, seen;
    const came = async () => {
      this.send("1");
      before(this);
      await this.comeUp().then(() => { throw new Error(`${name}, and nothing fails`); }, error => {
        const all = error.lines ?? [];
        failure = error;
        if (error.script !== script || !all.some(line => says.test(line)) || !all.some(line => andSays.test(line))) {
          throw new Error(`${name}, but: ${error.message}`);
        }
      });
      await this.machine.process().sleep(5);
      if (!await after(this)) throw new Error(`${name}, and it goes on`);
      seen = evidence(this, failure);
      if (log && !log.test(this.files.read(`C:\\var\\log\\${this.maker}\\${this.maker}.log`).toString())) {
        throw new Error(`${name}, and no log says so`);
      }
    };
    await this.run(came());
    return seen;
  }

  async all() {
    this.send("1");
    const { features } = this.machine.world.state;
    const wishes = [features.Containers !== "installed" && "the feature Containers is new",
      this.facts.noProxy !== "" && "NO_PROXY has changed"].filter(Boolean);
    await this.record("on a fresh machine");
    for (const round of [1, 2]) {
      await this.comeUp(round === 1);
      await this.wait();
      needs(this, `round ${round}`);
      const silent = wishes.filter(each => !this.said.includes(`a reboot is needed: ${each}`));
      if (silent.length > 0) throw new Error(`nobody asks for a reboot because ${silent}`);
      const hosts = "C:\\Windows\\System32\\drivers\\etc\\hosts";
      this.files.write(hosts, this.files.read(hosts) + "10.0.0.8 scanner\r\n");
      if (round === 1) {
        LEFT.forEach(each => this.files.write(each, "of an earlier join"));
        // The lab file named name servers, and does no longer.
        if (this.facts.dns.length === 0) {
          this.files.write("C:\\k\\lab-dns.txt", "the lab file names the name servers");
          this.machine.world.change(it => { it.adapters.find(one => one.mac === this.facts.mac).dns = ["192.0.2.1"]; });
        }
        // As the step writes them that makes registries known; the lab file named one more then.
        ["registry.example_5000_", "old.example"].forEach(each => this.registry(each));
      }
    }
    await this.turns();
    if (this.facts.vxlan) this.otherPods();
    if (this.facts.bridged) this.otherShare();
    // What follows must hold whether the machine is fresh or not.
    await this.reboot();
    await this.script("hns.ps1");
    await this.wait();
    needs(this, "after a reboot");
    await this.look();
    await this.record("after a reboot");
    if (this.facts.oneAdapter) {
      this.machine.world.change(state => { state.faults.hnsdiag = true; });
      await this.record("with an hnsdiag that fails");
    } else {
      this.machine.world.change(state => { state.hnsdiag = false; });
      await this.record("without an hnsdiag");
    }
    if (this.facts.bridged) {
      this.machine.world.change(state => { Object.assign(state, { hns: { networks: [], endpoints: [], policies: state.hns.policies }, routes: [], forwarding: {} }); });
      await this.wait();
      needs(this, "after the network vanished");
    }
    this.send("2");
    for (const name of ["containerd.ps1", "kubelet.ps1", "overlay.ps1", "hns.ps1"]) {
      if (name === "overlay.ps1") this.tokens();
      await this.script(name);
      await this.wait();
      const stopped = ["containerd", "kubelet", ...this.runners].filter(each => this.machine.services.all[each].status !== "Running");
      if (stopped.length > 0) throw new Error(`${name} left stopped: ${stopped}`);
    }
    needs(this, "with new programs");
    this.tokens();
    await this.script("overlay.ps1");
    await this.wait();
    needs(this, "with new tokens");
    await this.remove();
    await this.box();
    await this.nextLab();
  }

  /** As `box package` does it, after remove.ps1. */
  async box() {
    this.files.makeFolder("C:\\hybridlab\\run");
    this.files.write("C:\\hybridlab\\run\\box.ps1", "the script itself");
    await this.script("box.ps1");
    boxed(this);
  }

  /** The same disk in another machine, in a lab whose programs are others and whose proxies are the same. */
  async nextLab() {
    this.machine.world.change(state => {
      const had = state.adapters.find(one => one.mac === this.facts.mac);
      const has = { ...had, name: "Ethernet 9", ifIndex: 19, profile: "Public", address: this.facts.oneAdapter ? this.facts.address : "dhcp",
        gateway: "192.168.57.1", dns: ["192.168.57.1"] };
      Object.assign(had, { mac: "52-54-00-00-00-09", hidden: true, address: null });
      Object.assign(state, { adapters: [...state.adapters, has], off: false, pulled: [], pendingName: "OTHER" });
      Object.keys(state.services).filter(name => state.services[name].pod).forEach(name => { delete state.services[name]; });
    });
    this.machine.boot();
    const before = this.said.length;
    this.send("3");
    await this.comeUp();
    if (this.rendered["hosts.toml"]) this.registry("registry.example_5000_");
    await this.wait();
    needs(this, "in the next lab");
    const again = this.said.slice(before).filter(line => /^(a reboot is needed:|installing the feature|pulling) /.test(line) && !/_PROXY has changed$/.test(line));
    if (again.length > 0) throw new Error(`in the next lab, on the box: ${again}`);
  }

  /** @param records whether the moments of a report are looked at */
  async comeUp(records = false) {
    await this.script("key.ps1");
    if (this.facts.winrm && !this.machine.world.state.firewall.some(one => one.Port === "22" && one.Profile === "Any")) {
      throw new Error("nobody gets in by the OpenSSH that was installed");
    }
    await this.script("prepare.ps1", "-UtcNow", new Date(this.clock.now()).toISOString());
    // Programs are downloaded before the pod network, which sets name servers once more.
    const { dns } = this.machine.world.state.adapters.find(one => one.mac === this.facts.mac);
    if (this.facts.oneAdapter && dns.length === 0) throw new Error("prepare.ps1 leaves the only adapter without name servers");
    await this.script("features.ps1");
    for (let reboots = 1; this.files.exists("C:\\hybridlab\\reboot-wanted"); reboots++) {
      if (reboots > 3) throw new Error("more than three reboots in a row");
      await this.reboot();
      await this.script("rebooted.ps1", "-Reboots", String(reboots));
    }
    for (const name of ["containerd.ps1", "images.ps1", "kubelet.ps1"]) await this.script(name);
    if (records) await this.record("before the join");
    this.secret("discovery.yaml", "the authority");
    this.secret("join.yaml", "    kubeConfigPath: \\hybridlab\\secrets\\discovery.yaml\n  tlsBootstrapToken: abc\n  directory: C:\\etc\\kubernetes\\patches\n");
    const earlier = records ? await this.cutOffJoin() : null;
    if (!records) await this.containerdEnds();
    const began = this.clock.now();
    await this.retried("join.ps1");
    if (this.clock.now() - began > 60_000) throw new Error("a join waits for the kubeadm of an earlier one, for which nobody waits");
    if (earlier && await earlier.ended === 0) throw new Error("a join whose caller is gone goes on beside the next one");
    if (earlier && !this.said.includes(WAITS)) throw new Error("nobody says that an earlier join still runs");
    this.joined();
    this.files.remove("C:\\hybridlab\\secrets", true);
    this.files.write("C:\\hybridlab\\done\\joined", "authority");
    this.tokens();
    if (records) {
      this.switchSeen = ["fact|switch|it was not made within 3 s"];
      await this.record("before the switch", "-Wait", "3");
    }
    await this.retried("overlay.ps1");
    if (this.facts.pods) this.pods();
    if (records) {
      // It is made while this session is open.
      this.switchSeen = ["fact|switch|it was made during this session"];
      await this.record("during the switch", "-Wait", "120");
    }
    await this.retried("hns.ps1");
    if (records) {
      this.switchSeen = ["fact|switch|it was there when this session began"];
      await this.record("after the switch", "-Wait", "120");
    }
  }

  /** The service manager starts it again. */
  async containerdEnds() {
    this.machine.services.broken("containerd");
    await this.machine.process().sleep(1);
  }

  /** A join whose caller is gone, in kubeadm, which waits for a certificate that does not come. */
  async cutOffJoin() {
    this.machine.world.change(state => { state.faults.bootstrap = true; });
    const ended = this.machine.process().powershell(this.rendered["join.ps1"], []);
    // A script that waits for it is told; before that nobody has it.
    ended.catch(() => {});
    await this.machine.process().sleep(20);
    this.machine.world.change(state => { delete state.faults.bootstrap; });
    return { ended };
  }

  /** Scripts wait for one whose caller is gone, whatever ends it, and not for ever. */
  async turns() {
    for (const name of ["containerd.ps1", "images.ps1"]) {
      for (const ends of [true, false]) {
        const holder = this.machine.process();
        holder.mutex(TURNS[name]).WaitOne();
        if (ends) this.machine.process().sleep(30).then(() => holder.kill());
        const began = this.clock.now();
        const lines = [];
        const code = await this.inSession(name, [], line => lines.push(line));
        holder.kill();
        const waited = (this.clock.now() - began) / 1000;
        if (ends ? code !== 0 || waited < 29 || waited > 60 || lines[0] !== WAITS
          : code !== 1 || !/failed: waited \d+ s, but an earlier script still runs here$/.test(lines.at(-1))) {
          throw new Error(`${name} beside another script${ends ? " that ends" : ""}, after ${waited} s: ${code} ${lines.join(" | ")}`);
        }
      }
    }
  }

  /** Another `up`, as if no step were known to be done: Windows stays as it is. The step that joins looks first whether it is to. */
  async again() {
    const before = lasting(this.machine.world.state);
    for (const name of AGAIN) await this.retried(name);
    await this.wait();
    const after = lasting(this.machine.world.state);
    const changed = Object.keys({ ...before, ...after }).filter(each => before[each] !== after[each]);
    if (changed.length > 0) throw new Error(`another up changes ${changed.map(each => `${each}: ${before[each]} -> ${after[each]}`).join("; ")}`);
    if (this.files.exists("C:\\hybridlab\\reboot-wanted")) throw new Error("another up asks for a reboot");
  }

  /** The end of the lab, twice. The first time its connection breaks: marks that are left then are those of what is left. */
  async remove() {
    const marks = ["features.ps1", "kubelet.ps1", "joined"].map(name => `C:\\hybridlab\\done\\${name}`);
    marks.forEach(each => this.files.write(each, "done"));
    let left = null;
    this.breaksAtTheSwitch(this.facts.oneAdapter, () => { left ??= marks.filter(each => this.files.exists(each)); });
    for (const round of [1, 2]) {
      await this.retried("remove.ps1");
      this.gone(round);
    }
    this.machine.switched = null;
    if (String(left) !== marks[0]) throw new Error(`where remove.ps1 loses its connection, these marks are left: ${left}`);
  }

  /** Steps that are tried again where their connection broke, as plans do. */
  async retried(name) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.script(name);
      } catch (error) {
        if (!error.lost || attempt === 3) throw error;
        await this.machine.process().sleep(5);
      }
    }
  }

  /** The switch of the pod network breaks the session that is open then. @param goesOn whether its script does */
  breaksAtTheSwitch(goesOn, first = () => {}) {
    this.machine.switched = () => {
      first();
      this.session?.(goesOn);
    };
  }

  /** @returns the exit code @throws Error that is `lost` if the connection breaks */
  async inSession(name, args, say) {
    const shell = this.machine.process({ out: say, err: say });
    const lost = new Promise((end, fail) => {
      this.session = goesOn => {
        if (!goesOn) shell.kill();
        fail(Object.assign(new Error(`${name}: the connection broke`), { lost: true }));
      };
    });
    try {
      return await Promise.race([shell.powershell(this.rendered[name], args), lost]);
    } finally {
      this.session = null;
    }
  }

  /** Of the accounts of flannel and kube-proxy, new at each run of the step: a service's file, or a pod's volume. */
  tokens() {
    this.token = `token ${++this.minted}`;
    if (this.facts.pods) {
      ["C:\\hpc\\mnt\\hybridlab", POD_ACCOUNT].forEach(each => this.files.makeFolder(each));
      this.files.write(`${POD_ACCOUNT}\\token`, this.token);
      this.files.write("C:\\hpc\\mnt\\hybridlab\\kube-proxy.kubeconfig", this.token);
    } else {
      this.accounts.forEach(name => this.files.write(`C:\\k\\${name}.kubeconfig`, this.token));
    }
  }

  /** HostProcess pods, which the kubelet runs and runs again: their scripts are mounted, their processes are Windows' own. */
  pods() {
    for (const name of ["flanneld", "kube-proxy"]) {
      this.files.write(`C:\\hpc\\mnt\\hybridlab\\start-${name}.ps1`, this.rendered[`start-${name}.ps1`]);
      const line = `powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File C:\\hpc\\mnt\\hybridlab\\start-${name}.ps1`;
      const env = { NODE_NAME: "win", HOST_IP: this.facts.address, CONTAINER_SANDBOX_MOUNT_POINT: "C:\\hpc", KUBERNETES_SERVICE_HOST: "192.168.57.11" };
      this.machine.services.change(`pod/${name}`, service(line, "Automatic", this.machine.services.all[`pod/${name}`]?.status),
        { pod: true, env, failure: "restart/5000", failureFlag: true });
      this.machine.services.start(`pod/${name}`);
    }
  }

  /** What makes the pod network. */
  get maker() { return this.facts.bridged ? "pod-network" : "flanneld"; }
  /** Services, or pods, of what makes the pod network and of kube-proxy. */
  get runners() { return [this.maker, "kube-proxy"].map(name => this.facts.pods ? `pod/${name}` : name); }
  /** Whose kubeconfigs lie there, if they are services. */
  get accounts() { return this.facts.bridged ? ["kube-proxy"] : ["flannel", "kube-proxy"]; }

  /** What a join must have taken away, of whatever was there before. */
  joined() {
    const { hns, services } = this.machine.world.state;
    const left = [...LEFT, "C:\\hybridlab\\done\\joined"].filter(each => this.files.exists(each));
    left.push(...[...hns.networks, ...hns.endpoints].map(one => one.Name), ...hns.policies.map(one => one.ID), ...this.files.matches("C:\\etc\\cni\\net.d\\*"));
    left.push(...this.runners.filter(name => services[name]?.status === "Running"));
    left.push(...this.files.matches("C:\\var\\lib\\kubelet\\pki\\*").slice(1));
    if (left.length > 0) throw new Error(`the join left ${left}`);
  }

  /** A script of a step: its settings are sent, it runs, and runs again at once. */
  async script(name, ...args) {
    this.files.makeFolder("C:\\hybridlab\\files");
    for (const each of SETTINGS[name] ?? []) {
      if (each in this.rendered) this.files.write(`C:\\hybridlab\\files\\${each}`, this.rendered[each] + this.version);
    }
    if (!this.order.includes(name)) this.order.push(name);
    for (const time of ["remove.ps1", "join.ps1", "box.ps1", "rebooted.ps1", "record.ps1"].includes(name) ? ["first"] : ["first", "second"]) {
      const lines = [];
      const say = line => { lines.push(line); this.said.push(line); };
      const starts = this.starts();
      this.machine.turns.length = 0;
      const code = await this.inSession(name, args, say);
      if (code !== 0) {
        throw Object.assign(new Error(`${name} (${time} run): ${lines.slice(-2).join(" | ")}`), { script: name, lines });
      }
      if (TURNS[name] && !this.machine.turns.includes(TURNS[name])) throw new Error(`${name} runs beside another script`);
      if (time === "second" && this.starts() !== starts) throw new Error(`${name} restarts containerd or the kubelet for nothing`);
      this.lines = lines;
    }
  }

  /** What the checks ask for. */
  async look() {
    await this.script("look.ps1");
    const { adapters, namesNoAdapter } = this.machine.world.state;
    const own = adapters.find(one => one.mac === this.facts.mac).name;
    const network = (name, type) => new RegExp(`^network\\|${name}\\|${type}\\|${this.facts.share}\\|${this.facts.address}\\|${namesNoAdapter ? "" : own}$`);
    const all = [...adapters.filter(one => one.physical && !one.hidden).map(one => `adapter|${one.name}|${one.name === own ? "own" : "other"}`),
      `policies|${SERVICES.length}`, ...SERVICES.filter(one => one.vip).map(one => `policy|${one.vip}|${one.protocol}|${one.port}`)];
    const on = this.facts.vxlan ? [] : this.machine.world.addresses().map(one => `interface|${one.IPAddress}|${one.InterfaceAlias}`);
    const wanted = [...all, ...on, ...this.facts.bridged
      ? [network("l2bridge", "L2Bridge"), /^endpoint\|cbr0\|10\.244\.1\.2$/, "route|10.244.0.0/16|10.244.1.1|vEthernet (cbr0)"]
      : this.facts.vxlan ? [network("flannel.\\d+", "Overlay"), /^address\|10\.244\.1\.\d+\|kube-proxy$/, /^endpoint\|\|10\.244\.1\.\d+$/]
      : [network("cbr0", "L2Bridge"), `route|10.244.0.0/24|192.168.57.11|vEthernet (${own})`]];
    const lines = this.lines.filter(line => !line.startsWith("route|0.0.0.0/0|"));
    const lacking = wanted.filter(one => lines.filter(line => typeof one === "string" ? one === line : one.test(line)).length !== 1);
    if (lacking.length > 0 || lines.length !== wanted.length) throw new Error(`look.ps1 says: ${this.lines.join(" ; ")}`);
  }

  /** What a report says of this machine: all of it, and nothing else. */
  async record(when, ...args) {
    const before = JSON.stringify(this.machine.world.state);
    const now = () => new Date(this.clock.now() + this.machine.world.state.clockOffset).toISOString().replace(/\.\d+Z$/, "Z");
    const clock = now();
    await this.script("record.ps1", ...args);
    // While it waits, others change the world.
    if (args.length === 0 && JSON.stringify(this.machine.world.state) !== before) throw new Error(`record.ps1 changes something ${when}`);
    const wanted = args.length > 0 ? this.switchSeen : recorded(this, [clock, now()]);
    const lines = this.lines.filter(line => args.length === 0 || /^[a-z]+\|switch/.test(line));
    const lacking = wanted.filter(one => !lines.some(line => typeof one === "string" ? one === line : one.test(line)));
    if (lacking.length > 0 || lines.length !== wanted.length) {
      throw new Error(`record.ps1 ${when} lacks ${lacking.join(" ; ")} and says: ${lines.join(" ; ")}`);
    }
  }

  starts() {
    return ["containerd", "kubelet"].map(name => this.machine.services.all[name]?.starts ?? 0).join(" ");
  }

  send(version) {
    this.version = version === "1" ? "" : "\n";
    this.files.makeFolder("C:\\hybridlab\\bundle");
    PROGRAMS.forEach(name => this.files.write(`C:\\hybridlab\\bundle\\${name}`, `${name} ${version}`));
    this.programs = version;
  }

  registry(folder) {
    this.files.makeFolder(`C:\\etc\\containerd\\certs.d\\${folder}`);
    this.files.write(`C:\\etc\\containerd\\certs.d\\${folder}\\hosts.toml`, "server = ...");
  }

  secret(name, content) {
    this.files.makeFolder("C:\\hybridlab\\secrets");
    this.files.write(`C:\\hybridlab\\secrets\\${name}`, content);
  }

  /** As if the node had been deleted and come back meanwhile: the address that kube-proxy has kept is of its pods of then. */
  otherPods() {
    const [{ Name }] = this.machine.world.state.hns.networks;
    const own = this.files.matches(`C:\\var\\lib\\cni\\networks\\${Name}\\10.244.1.*`);
    if (own.length !== 1) throw new Error(`the store has ${own}`);
    this.files.write(own[0].replace("10.244.1.", "10.244.9."), this.files.read(own[0]));
    this.files.remove(own[0], false);
  }

  /** As if it had, and came back with another share of the pod network. */
  otherShare() {
    this.machine.world.change(state => {
      state.hns.networks[0].Subnets = [{ AddressPrefix: "10.244.9.0/24", GatewayAddress: "10.244.9.1" }];
      state.hns.endpoints[0].IPAddress = "10.244.9.2";
    });
  }

  async reboot() {
    for (const [name, one] of Object.entries(this.machine.services.all)) {
      if (one.status === "Running") this.machine.services.stop(name, true);
    }
    this.machine.boot();
    // Nobody has made the network again yet, and so the node must not call itself Ready.
    await this.machine.process().sleep(2);
    const early = [this.settings, "C:\\run\\flannel\\subnet.env"].filter(each => this.files.exists(each));
    const { networks, endpoints } = this.machine.world.state.hns;
    const there = this.facts.vxlan ? networks.length > 0 : endpoints.some(one => one.attached);
    if (!there && early.length > 0) throw new Error(`after a boot ${early} are there before the network`);
    await this.wait();
  }

  get settings() { return `C:\\etc\\cni\\net.d\\10-${this.facts.bridged ? "l2bridge" : "flannel"}.conflist`; }

  wait() { return this.machine.process().sleep(60); }

  gone(round) {
    const left = ["C:\\k", "C:\\etc\\kubernetes", "C:\\etc\\kube-flannel", "C:\\etc\\cni", "C:\\etc\\containerd", "C:\\opt\\cni", "C:\\run\\flannel",
      "C:\\var\\lib\\kubelet", "C:\\var\\lib\\cni", "C:\\hybridlab"].filter(each => this.files.exists(each));
    const { services, firewall, hns } = this.machine.world.state;
    left.push(...Object.keys(services).filter(name => !["sshd", "w32time"].includes(name) && (!services[name].pod || services[name].status === "Running")), ...firewall.map(one => one.Name).filter(name => !name.startsWith("OpenSSH-")), ...[...hns.networks, ...hns.endpoints].map(one => one.Name), ...hns.policies.map(one => one.ID));
    left.push(...this.machine.world.state.pods);
    if (left.length > 0) throw new Error(`remove.ps1 (round ${round}) left ${left}`);
  }
}
