// kwok, the real one, keeps a stand-in's node: its lease, the node's conditions, and which of its pods run (kwok-stages.yaml). It
// lives as long as the stand-in's kubelet, and logs in as it does, so that NodeRestriction holds for it as well.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { Failure } from "./values.mjs";

const KUBECONFIG = "/run/kwok.kubeconfig";
const LOG = "/var/log/kwok.log";
const STAGES = fileURLToPath(new URL("kwok-stages.yaml", import.meta.url));
/** Longer than kwok tries to reach the API server when it begins (waitForReady, five times in 31 s). */
const PATIENCE = 60;

export class Kwok {
  #ended = false;

  /** @param api as the kubelet logs in */
  constructor(api, node, host) {
    Object.assign(this, { api, node, host });
    this.lease = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}`;
  }

  /** Comes back when kwok holds the node; from then on what changes there reaches it. */
  async start() {
    // Each kwok has a name of its own, and waits until the lease of the one before runs out; a kubelet takes its own again.
    await this.found("DELETE");
    fs.writeFileSync(KUBECONFIG, JSON.stringify(this.settings()), { mode: 0o600 });
    this.run();
    for (let waited = 0; !await this.found("GET"); waited += 0.2) {
      if (waited > PATIENCE) throw new Failure(`kwok does not take the node ${this.node}: ${LOG}`);
      this.mustLive();
      await this.host.sleep(0.2);
    }
  }

  async found(verb) {
    try {
      await this.api.ask(verb, this.lease);
      return true;
    } catch (error) {
      if (error.reason === "NotFound") return false;
      throw error;
    }
  }

  /** The kubelet's, with paths as they are here. */
  settings() {
    const real = file => this.host.files.real(file);
    const users = this.api.settings.users.map(({ name, user }) => ({ name, user: {
      "client-certificate": real(user["client-certificate"]), "client-key": real(user["client-key"]) } }));
    return { ...this.api.settings, users };
  }

  run() {
    const log = fs.openSync(LOG, "a");
    this.child = spawn("/standin/kwok", ["--kubeconfig", KUBECONFIG, "--config", STAGES, "--manage-single-node", this.node,
      "--node-lease-duration-seconds", "40"], { stdio: ["ignore", log, log], env: { HOME: "/tmp" } });
    fs.closeSync(log);
    this.child.on("error", () => { this.#ended = true; }).on("exit", () => { this.#ended = true; });
    this.host.atKill(() => this.stop());
  }

  stop() { this.child?.kill("SIGKILL"); }

  /** A kubelet does not outlive what reports for it. */
  mustLive() {
    if (this.#ended) throw new Failure(`kwok has ended: ${LOG}`);
  }
}
