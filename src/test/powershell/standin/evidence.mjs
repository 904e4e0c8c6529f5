// What the product would read of a machine on which a script failed: what the script said, and the logs of its services and
// pods, where data/diagnose/logs.yaml looks for them.
const LOGGED = ["kubelet", "containerd", "flanneld", "pod-network", "kube-proxy"];
/** Folders of pods' logs, as the kubelet names them. */
const POD_LOGS = { "pod/flanneld": "kube-flannel_flannel-windows-abcde_0a1b\\flanneld", "pod/kube-proxy": "kube-system_kube-proxy-windows-abcde_0a1b\\kube-proxy" };

/** @returns {script, lines, logs: {PATH: [LINE, ...]}} */
export function evidence({ files, machine }, { script, lines }) {
  const written = LOGGED.map(name => `C:\\var\\log\\${name}\\${name}.log`).filter(path => files.exists(path))
    .map(path => [path, files.read(path).toString().split("\n").filter(line => line !== "")]);
  const ofPods = Object.entries(POD_LOGS).map(([name, folder]) => [`C:\\var\\log\\pods\\${folder}\\0.log`,
    machine.world.state.log.filter(line => line.startsWith(`${name}: `)).map(line => `2026-01-01T00:00:00Z stderr F ${line.slice(name.length + 2)}`)]);
  return { script, lines, logs: Object.fromEntries([...written, ...ofPods].filter(([, all]) => all.length > 0)) };
}
