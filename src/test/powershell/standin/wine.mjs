// The real Windows programs that were sent to a stand-in machine, under the host's Wine. Wine's root is a folder of the
// container with the host's /usr in it; its drive C is the machine's own disk. It runs only for as long as kubeadm does.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { Failure } from "./values.mjs";

const ROOT = "/standin/wine";
/** In it Wine notes where its server is. */
const SERVER = `${ROOT}/prefix/wineserver`;
const LOGS = "/var/log";
const HOSTS = "/c/Windows/system32/drivers/etc/hosts";
const CONTAINERD = "C:\\Program Files\\containerd";
/** Wine's service manager starts what a rendered script would, but for the kubelet, which is a stand-in. */
const STARTED = "C:\\var\\log\\kubelet\\started-under-wine.log";
const KUBELET = `C:\\k\\service-host.exe -name kubelet -log ${STARTED} -- C:\\windows\\system32\\ping.exe -n 3600 127.0.0.1`;
const inside = words => execFileSync("chroot", [ROOT, ...words], { stdio: ["ignore", "ignore", "inherit"] });

/** What has to be there again whenever the container starts. */
export function mountWine() {
  for (const folder of ["c", "dev", "proc"]) execFileSync("mount", ["--rbind", `/${folder}`, `${ROOT}/${folder}`]);
  if (fs.existsSync(`${ROOT}/prefix/dosdevices`)) return;
  // Windows' own files are links into the host's prefix, which nobody writes to; of names the machine keeps its own file.
  fs.renameSync(HOSTS, `${HOSTS}.own`);
  inside(["cp", "--recursive", "--symbolic-link", "/made/drive_c/windows/.", "/c/Windows"]);
  fs.renameSync(`${HOSTS}.own`, HOSTS);
  inside(["cp", "/made/system.reg", "/made/user.reg", "/made/userdef.reg", "/made/.update-timestamp", "/prefix"]);
  fs.mkdirSync(`${ROOT}/prefix/dosdevices`);
  fs.symlinkSync("/c", `${ROOT}/prefix/dosdevices/c:`);
}

/** One call of kubeadm.exe, with the containerd.exe whose pipe it asks for; and its end, whatever came of it. */
export class Wine {
  constructor(host) {
    this.host = host;
    this.children = new Set();
  }

  /** @returns exit code and lines of kubeadm.exe */
  async kubeadm(words) {
    try {
      await this.runContainerd();
      await this.tellOfKubelet();
      const log = `${LOGS}/kubeadm.log`;
      const kubeadm = this.start(words, log);
      let code = null;
      kubeadm.then(ended => { code = ended; });
      while (code === null) {
        await this.host.sleep(0.2);
        this.startKubelet();
      }
      return { code, lines: fs.readFileSync(log, "utf8").trim().split(/\r?\n/) };
    } finally {
      await this.start(["wineserver", "--kill"], `${LOGS}/wine.log`, []);
      // One of another server would keep the shell that called waiting.
      this.children.forEach(child => child.kill("SIGKILL"));
    }
  }

  /** Wine's first to open a pipe waits in vain; whoever comes after it gets in. */
  async runContainerd() {
    fs.rmSync(SERVER, { force: true });
    this.start([`${CONTAINERD}\\containerd.exe`], `${LOGS}/containerd.log`);
    // Two that start at once get a server each, and neither sees the other's pipes.
    for (let tries = 0; !fs.existsSync(SERVER) && tries < 150; tries++) await this.host.sleep(0.1);
    for (let tries = 0; await this.start([`${CONTAINERD}\\ctr.exe`, "version"], `${LOGS}/ctr.log`) !== 0; tries++) {
      if (tries > 30) throw new Failure(`containerd.exe does not serve its pipe: ${fs.readFileSync(`${LOGS}/containerd.log`)}`);
      await this.host.sleep(0.5);
    }
  }

  /** The service that kubeadm.exe asks for, if the machine has it. Not "auto": Wine would start it by itself. */
  async tellOfKubelet() {
    const { kubelet } = this.host.services.all;
    await this.start(["sc.exe", "delete", "kubelet"], `${LOGS}/sc.log`);
    if (kubelet) await this.start(["sc.exe", "create", "kubelet", "start=", "demand", "binPath=", KUBELET], `${LOGS}/sc.log`);
    if (this.host.files.exists(STARTED)) this.host.files.remove(STARTED, false);
  }

  /** kubeadm.exe stopped it and had it started. */
  startKubelet() {
    if (!this.host.files.exists(STARTED)) return;
    this.host.files.remove(STARTED, false);
    this.host.services.stop("kubelet", true);
    this.host.services.start("kubelet");
  }

  /** To files, not pipes: Wine's own processes live on and would keep a pipe open. @returns its exit code, later */
  start(words, log, wine = ["wine"]) {
    const out = fs.openSync(log, "w");
    const env = { PATH: "/usr/sbin:/usr/bin:/bin", HOME: "/tmp", WINEPREFIX: "/prefix", WINEDEBUG: "-all", WINEPATH: this.host.env.get("Path") };
    const child = spawn("chroot", [ROOT, "env", "--chdir=/c", ...wine, ...words], { stdio: ["ignore", out, out], env });
    fs.closeSync(out);
    this.children.add(child);
    child.on("exit", () => this.children.delete(child));
    this.host.atKill(() => child.kill("SIGKILL"));
    return new Promise((done, failed) => child.on("error", failed).on("exit", code => done(code)));
  }
}
