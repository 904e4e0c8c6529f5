// A cluster on paper, for the scripts' quick test: it writes what kubeadm and kubelet write, and asks nobody.
import { Failure } from "./values.mjs";

const FLAGS = 'KUBELET_KUBEADM_ARGS="--hostname-override=win --node-ip=NODEIP --node-labels=hybridlab.org/lab=hybrid --register-with-taints=os=windows:NoSchedule"\n';

/** What kube-proxy makes load balancers for: virtual address, number of the protocol, the service's port and its pods'. */
export const SERVICES = [{ vip: "10.96.0.1", protocol: 6, port: 443, target: 6443 }, { vip: "10.96.0.10", protocol: 17, port: 53, target: 53 },
  { vip: "10.96.0.10", protocol: 6, port: 53, target: 53 }, { protocol: 6, port: 30080, target: 8080 }];

export class PaperCluster {
  constructor({ address, share }) {
    this.share = share;
    this.flags = FLAGS.replace("NODEIP", address);
  }

  async reset(words, io, host) {
    for (const each of ["kubelet.conf", "bootstrap-kubelet.conf"].map(name => `C:\\etc\\kubernetes\\${name}`)) {
      if (host.files.exists(each)) host.files.remove(each, false);
    }
    return 0;
  }

  async join(words, config, io, host) {
    preflight(host);
    const text = host.files.read(config).toString();
    const setting = name => text.match(new RegExp(`^\\s*${name}: (.*)$`, "m"))?.[1];
    host.files.read(setting("kubeConfigPath"));
    if (host.world.state.faults.api) {
      throw new Failure(`error execution phase preflight: couldn't validate the identity of the API Server: Get "https://192.168.57.11:6443/api/v1/namespaces/kube-public/configmaps/cluster-info?timeout=10s": dial tcp 192.168.57.11:6443: connectex: A connection attempt failed because the connected party did not properly respond after a period of time, or established connection failed because connected host has failed to respond.`);
    }
    const patches = setting("directory");
    if (!host.files.isFolder(patches)) throw new Failure(`${patches} is not a directory`);
    host.files.makeFolder("C:\\etc\\kubernetes\\pki");
    host.files.write("C:\\etc\\kubernetes\\pki\\ca.crt", "authority");
    host.files.write("C:\\etc\\kubernetes\\bootstrap-kubelet.conf", setting("tlsBootstrapToken"));
    host.files.write("C:\\var\\lib\\kubelet\\config.yaml", host.files.matches(`${patches}\\kubeletconfiguration*.json`)
      .map(each => JSON.stringify(JSON.parse(host.files.read(each)))).join("\n"));
    host.files.write("C:\\var\\lib\\kubelet\\kubeadm-flags.env", this.flags);
    host.services.start("kubelet");
    try {
      for (let waited = 0; !host.files.exists("C:\\etc\\kubernetes\\kubelet.conf"); waited++) {
        if (waited > 300) throw new Failure("error execution phase kubelet-wait-bootstrap: timed out waiting for the condition");
        await host.sleep(1);
      }
    } finally {
      host.files.remove("C:\\etc\\kubernetes\\bootstrap-kubelet.conf", false);
    }
    return 0;
  }

  async kubelet(given, io, host) {
    if (!host.files.exists(given.kubeconfig)) {
      host.files.read(given["bootstrap-kubeconfig"]);
      if (host.world.state.faults.bootstrap) return host.forEver();
      await host.sleep(2);
      host.files.makeFolder(given["cert-dir"]);
      host.files.write(`${given["cert-dir"]}\\kubelet-client-${host.now()}.pem`, "certificate");
      host.files.write(given.kubeconfig, "kubelet");
    }
    // cgroups are Linux': without the patch of its settings the kubelet ends here (cgroupsPerQOS on Windows).
    if (!/"cgroupsPerQOS":false/.test(host.files.read(given.config))) throw new Failure("invalid configuration: CgroupsPerQOS (--cgroups-per-qos) is not supported");
    host.world.change(state => { state.pods = ["a pod"]; });
    // Of a pod's ConfigMap: the kubelet writes a folder, and a link to it.
    const volume = "C:\\var\\lib\\kubelet\\pods\\a\\volumes\\kubernetes.io~configmap\\v";
    host.files.makeFolder(`${volume}\\..2026`);
    host.files.link(`${volume}\\..data`, "..2026");
    host.world.change(state => { state.node = { name: given["hostname-override"], address: given["node-ip"] }; });
    return host.forEver();
  }

  async podNetwork(node, kubeconfig, config, address, host) {
    this.login("flannel", kubeconfig, host);
    await host.sleep(1);
    return this.share;
  }

  otherNodes(node, kubeconfig, host, tell) {
    tell([{ DestinationPrefix: "10.244.0.0/24", NextHop: "192.168.57.11" }]);
    return host.forEver();
  }

  async serviceProxy(kubeconfig, io, host) {
    this.login("kube-proxy", kubeconfig, host);
    await host.sleep(1);
  }

  /** The API server's, and the two of CoreDNS; and a NodePort. */
  services(given, host, tell) {
    tell(SERVICES);
    return host.forEver();
  }

  login(program, kubeconfig, host) {
    const token = host.files.read(kubeconfig).toString();
    host.world.change(state => { state.logins = { ...state.logins, [program]: token }; });
  }
}

/** As kubeadm's own checks on Windows. */
function preflight(host) {
  const errors = [];
  for (const each of ["kubelet.conf", "bootstrap-kubelet.conf", "pki\\ca.crt"]) {
    if (host.files.exists(`C:\\etc\\kubernetes\\${each}`)) errors.push(`[ERROR FileAvailable]: ${each} already exists`);
  }
  const folders = (host.env.get("Path") ?? "").split(";");
  if (!folders.some(each => each.toLowerCase().startsWith("c:\\") && host.files.exists(`${each}\\kubelet.exe`))) {
    errors.push("[ERROR KubeletVersion]: executable file not found in %PATH%");
  }
  if (errors.length > 0) throw new Failure(`[preflight] Some fatal errors occurred:\n\t${errors.join("\n\t")}`);
}
