// Stand-ins for the programs that hybridlab's scripts run on Windows. Each reads its arguments strictly: what it does not
// know ends it with an error, as the real one would end.
import { imageNames } from "./archive.mjs";
import { endsWithoutSettings, refuseIfUsed } from "./cmdlets.mjs";
import { hnsAnswer, makeNetwork, policyList } from "./hns.mjs";
import { Failure, Unknown } from "./values.mjs";

const windows = run => Object.assign(run, { ofWindows: true });

/** Flags of Go programs: --name=value, --name value, or --name for the switches. */
export function flags(args, values, switches = []) {
  const given = {}, rest = [];
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = args[i].match(/^--?([^=]+)(?:=(.*))?$/s) ?? [];
    if (args[i] === "--") {
      rest.push(...args.slice(i + 1));
      break;
    } else if (name === undefined) rest.push(args[i]);
    else if (switches.includes(name) && value === undefined) given[name] = true;
    else if (values.includes(name)) given[name] = value ?? args[++i];
    else throw new Failure(`unknown flag: ${args[i]}`);
  }
  return { given, rest };
}

/** Errors of a program are lines and a code, not PowerShell's. */
const program = run => async (args, io, host) => {
  try {
    return await run(args, io, host) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    io.err(error.message);
    return 1;
  }
};

const powershell = windows(async (args, io, host) => {
  let i = 0;
  for (; i < args.length; i++) {
    const word = args[i].toLowerCase();
    if (["-noprofile", "-noninteractive", "-nologo"].includes(word)) continue;
    if (["-executionpolicy", "-outputformat"].includes(word)) { i++; continue; }
    break;
  }
  const child = host.machine.process({ out: io.out, err: io.err, stdin: io.stdin ?? host.stdin, service: host.service, env: host.env });
  host.atKill(() => child.kill());
  switch (args[i]?.toLowerCase()) {
    case "-file": return child.powershell(host.files.read(args[i + 1]).toString(), args.slice(i + 2));
    // Vagrant asks with nothing at all at times, and does not care for the answer.
    case "-encodedcommand":
      child.clixml = true;
      return args[i + 1] === undefined ? 1 : child.powershell(Buffer.from(args[i + 1], "base64").toString("utf16le"), []);
    default: throw new Unknown(`powershell ${args.join(" ")}`);
  }
});

const icacls = windows(program((args, io, host) => {
  const [path, ...words] = args;
  host.files.must(path);
  const known = words.every(word => ["/inheritance:r", "/grant:r", "/q"].includes(word) || /^\*S-1-5-(18|32-544):(\(OI\)\(CI\))?F$/.test(word));
  if (!known) throw new Failure(`Invalid parameter in ${words.join(" ")}`);
  host.world.change(state => {
    state.acl[path.replaceAll("/", "\\").toLowerCase()] = { inherits: !words.includes("/inheritance:r"), grants: words.filter(word => word.startsWith("*")) };
  });
}));

const sc = windows(program((args, io, host) => {
  const [verb, name, ...words] = args;
  if (!host.services.all[name]) {
    io.err("The specified service does not exist as an installed service.");
    return 1060;
  }
  // Pairs: "start= auto" are two words.
  const pairs = () => Object.fromEntries(Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i], words[2 * i + 1]]));
  switch (verb) {
    case "failure": {
      const { "reset=": reset, "actions=": actions } = pairs();
      if (!/^\d+$/.test(reset) || !/^(restart\/\d+\/?)+$/.test(actions)) throw new Failure("sc: wrong call of failure");
      return host.services.change(name, { failure: actions });
    }
    case "failureflag":
      return host.services.change(name, { failureFlag: words[0] === "1" });
    case "config": {
      const { "binPath=": line, "start=": start, "depend=": depend, "obj=": account, ...other } = pairs();
      if (Object.keys(other).length > 0 || start !== "auto") throw new Failure(`sc: config ${words.join(" ")}`);
      return host.services.change(name, { line, startup: "Automatic", depends: depend.split("/"), account });
    }
    case "delete":
      return host.services.remove(name);
    default:
      throw new Unknown(`sc.exe ${verb}`);
  }
}));

const netsh = windows(program((args, io, host) => {
  const words = args.slice(4);
  const { name, source, address, mask, gateway } = Object.fromEntries(words.map(word => word.split("=")));
  const dhcp = source === "dhcp" && words.length === 2;
  if (args.slice(0, 4).join(" ") !== "interface ipv4 set address" || !(dhcp || (source === "static" && words.length === 5))) {
    throw new Unknown(`netsh ${args.join(" ")}`);
  }
  host.world.change(state => {
    const adapter = state.adapters.find(one => !one.hidden
      && [one.name, `vEthernet (${one.name})`].some(each => each.toLowerCase() === name.toLowerCase()));
    if (!adapter) throw new Failure("The filename, directory name, or volume label syntax is incorrect.");
    // Its address is the switch's by now.
    if (host.world.bridged(adapter) === (adapter.name.toLowerCase() === name.toLowerCase())) throw new Failure("Element not found.");
    adapter.lost = false;
    if (dhcp && adapter.origin === "Dhcp") throw new Failure("DHCP is already enabled on this interface.");
    if (dhcp) return Object.assign(adapter, { origin: "Dhcp", gateway: null });
    // A static address takes the name servers of DHCP with it.
    return Object.assign(adapter, { address, origin: "Manual", identifyingUntil: host.now() + 20_000, gateway: gateway === "none" ? null : gateway, dns: [],
      prefix: mask.split(".").map(each => Number(each).toString(2)).join("").replaceAll("0", "").length });
  });
}));

/** It returns at once; what runs has the seconds. */
const shutdown = windows(program((args, io, host) => {
  if (!/^\/s \/t \d+ \/f$/.test(args.join(" "))) throw new Unknown(`shutdown ${args.join(" ")}`);
  if (host.world.state.off) throw new Failure("A system shutdown has already been scheduled.(1190)");
  host.world.change(state => { state.off = true; });
}));

const w32tm = windows(program((args, io, host) => {
  if (host.services.all.w32time.status !== "Running") throw new Failure("The following error occurred: The service has not been started. (0x80070426)");
  if (args.join(" ") === "/resync") {
    host.world.change(state => { state.resynced = true; });
    // Nobody in this world knows the time.
    throw new Failure("The computer did not resync because no time data was available.");
  }
  const peers = args.find(word => word.startsWith("/manualpeerlist:"));
  const rest = args.filter(word => word !== peers);
  if (!peers || rest.join(" ") !== "/config /syncfromflags:manual /update") throw new Failure("w32tm: unexpected parameter");
  host.world.change(state => { state.ntp = peers.slice(16); });
}));

const containerd = program(async (args, io, host) => {
  const { given } = flags(args, ["log-file"], ["register-service", "unregister-service", "run-service"]);
  const folder = host.files.parent(io.path);
  if (given["register-service"]) {
    host.services.create("containerd", `"${io.path}" --run-service --log-file ${given["log-file"]}`, "Automatic", []);
    return 0;
  }
  if (given["unregister-service"]) return host.services.remove("containerd");
  host.files.write(given["log-file"], "");
  host.files.must(`${folder}\\containerd-shim-runhcs-v1.exe`);
  const config = host.files.read(`${folder}\\config.toml`).toString();
  const setting = name => config.match(new RegExp(`^\\s*${name} = (.*)$`, "m"))?.[1];
  if (setting("address") !== "'\\\\.\\pipe\\containerd-containerd'") throw new Failure("containerd: another pipe");
  host.world.change(state => {
    state.containerd = { plugins: setting("bin_dirs"), conf: setting("conf_dir"), pause: setting("sandbox"), certs: setting("config_path") };
  });
  host.files.makeFolder("C:\\etc\\cni\\net.d");
  await host.sleep(2);
  host.services.change("containerd", { pipe: true });
  return host.forEver();
});

const ctr = program(async (args, io, host) => {
  if (!host.hasPipe("containerd-containerd")) throw new Failure("ctr: failed to dial \"\\\\.\\pipe\\containerd-containerd\"");
  const [n, namespace, images, verb, ...words] = args;
  if (`${n} ${namespace} ${images}` !== "-n k8s.io images") throw new Unknown(`ctr ${args.join(" ")}`);
  const add = image => host.world.change(state => { state.images = [...new Set([...state.images, image])]; });
  switch (verb) {
    case "list": return flags(words, [], ["q"]) && host.world.state.images.forEach(io.out);
    case "import": return imageNames(host.files.read(words[0])).forEach(add);
    case "pull": {
      const { rest: [image] } = flags(words, ["hosts-dir"]);
      const { pull, stuck } = host.world.state.faults;
      if (pull === "refused") throw new Failure(`ctr: failed to resolve reference "${image}": failed to do request: Head "https://${image.replace(/\/(.*):/, "/v2/$1/manifests/")}": dial tcp 192.0.2.7:443: connectex: No connection could be made because the target machine actively refused it.`);
      host.world.change(state => { state.pulling = true; });
      try {
        await host.sleep(stuck ? 86_400 : 2);
      } finally {
        host.world.change(state => { state.pulling = false; });
      }
      host.world.change(state => { state.pulled.push(image); });
      return add(image);
    }
    default: throw new Unknown(`ctr images ${verb}`);
  }
});

const kubeadm = program(async (args, io, host) => {
  const { given, rest: [verb] } = flags(args, ["config", "cri-socket"], ["force"]);
  const runtime = host.hasPipe("containerd-containerd");
  if (verb === "join" && !runtime) {
    throw new Failure(`[preflight] Some fatal errors occurred:\n\t[ERROR CRI]: could not connect to the container runtime`);
  }
  const words = [io.path, ...args];
  if (verb === "reset") {
    if (!given.force || given["cri-socket"] !== "npipe:////./pipe/containerd-containerd") throw new Failure("reset: asks, or finds no runtime");
    if (host.services.all.kubelet?.status === "Running") host.services.stop("kubelet", false);
    if (runtime) host.world.change(state => { state.pods = []; });
    else io.err("[reset] Failed to remove containers: the container runtime does not answer");
    Object.entries(host.services.all).filter(([, one]) => one.pod).forEach(([name]) => host.services.stop(name, true));
    return host.machine.cluster.reset(words, io, host);
  }
  if (verb !== "join") throw new Unknown(`kubeadm ${verb}`);
  return host.machine.cluster.join(words, given.config, io, host);
});

const kubelet = program(async (args, io, host) => {
  const { given, rest } = flags(args, ["config", "bootstrap-kubeconfig", "kubeconfig", "cert-dir", "root-dir", "node-ip",
    "node-labels", "register-with-taints", "hostname-override", "pod-infra-container-image", "container-runtime-endpoint"]);
  if (rest.length > 0) throw new Failure(`unknown command ${rest}`);
  host.files.must(given.config);
  if (!given["cert-dir"].startsWith(given["root-dir"])) throw new Failure("certificates would lie elsewhere");
  return host.machine.cluster.kubelet(given, io, host);
});

const serviceHost = program(async (args, io, host) => {
  const { given, rest } = flags(args, ["name", "log", "log-megabytes"]);
  if (!given.name || !given.log || rest.length === 0) throw new Failure("usage: service-host");
  host.files.makeFolder(host.files.parent(given.log));
  // What was ended writes no more, though it comes to its end here a moment later.
  host.out = host.err = line => host.dead || host.files.append(given.log, line + "\n");
  return host.program(rest[0], rest.slice(1));
});

const flanneld = program(async (args, io, host) => {
  const { given } = flags(args, ["iface", "net-config-path", "kubeconfig-file"], ["kube-subnet-mgr"]);
  const config = JSON.parse(host.files.read(given["net-config-path"]));
  const node = host.env.get("NODE_NAME");
  if (!given["kube-subnet-mgr"] || !node) throw new Failure("Failed to create SubnetManager: env variables POD_NAME/POD_NAMESPACE or NODE_NAME must be set");
  if (!host.world.addresses().some(one => one.IPAddress === given.iface)) throw new Failure(`Could not find valid interface matching ${given.iface}`);
  if (!given["kubeconfig-file"] && !host.env.get("KUBERNETES_SERVICE_HOST")) throw new Failure("unable to load in-cluster configuration");
  const account = given["kubeconfig-file"] ?? "C:\\hpc\\var\\run\\secrets\\kubernetes.io\\serviceaccount\\token";
  const subnet = await host.machine.cluster.podNetwork(node, account, config, given.iface, host);
  const vxlan = config.Backend.Type === "vxlan";
  if (vxlan && (config.Backend.VNI < 4096 || config.Backend.Port !== 4789)) throw new Failure("invalid VXLAN settings for Windows");
  await host.sleep(3);
  if (vxlan) await overlay(`flannel.${config.Backend.VNI}`, subnet, given.iface, host);
  else await bridge(subnet, host);
  if (host.world.state.faults.subnet) return host.forEver();
  host.files.makeFolder("C:\\run\\flannel");
  host.files.write("C:\\run\\flannel\\subnet.env", `FLANNEL_NETWORK=${config.Network}\nFLANNEL_SUBNET=${firstUsable(subnet)}\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=false\n`);
  if (vxlan) return host.forEver();
  // As hostgw_windows.go does for each other node.
  return host.machine.cluster.otherNodes(node, account, host, routes => host.world.change(state => {
    // By the adapter that has the network's own address, whichever that is.
    const { ManagementIP } = state.hns.networks.find(one => one.Name === "cbr0");
    const InterfaceAlias = host.world.addresses().find(one => one.IPAddress === ManagementIP)?.InterfaceAlias;
    state.routes = [{ DestinationPrefix: "0.0.0.0/0", NextHop: "0.0.0.0" }, ...routes.map(one => ({ ...one, InterfaceAlias }))];
  }));
});

/** As WriteSubnetFile of flannel's pkg/subnet has it. */
const firstUsable = subnet => subnet.replace(/\d+\//, last => `${parseInt(last) + 1}/`);

/** As flannel's device_windows.go: on the adapter with the address that it was given. */
async function overlay(name, subnet, address, host) {
  if (host.world.state.faults.hns) {
    throw new Failure("Error registering network: hcnCreateNetwork failed in Win32: The parameter is incorrect. (0x57)");
  }
  if (host.world.state.hns.networks.some(one => one.Name === name)) return;
  const adapter = host.world.state.adapters.find(one => one.address === address);
  makeNetwork({ Name: name, Type: "Overlay", Subnets: [{ AddressPrefix: subnet }] }, adapter, false, host.world);
  host.machine.switched?.();
  await host.sleep(5);
  if (!host.world.addresses().some(one => one.IPAddress === address)) {
    throw new Failure(`Interface bound to ${name} took too long to get ready. Please check your network host configuration`);
  }
}

/** As flannel's hostgw_windows.go: a network with that prefix and gateway is taken; else one is made, on any adapter. */
async function bridge(subnet, host) {
  const gateway = subnet.replace(/\.0\/.*/, ".1"), own = subnet.replace(/\.0\/.*/, ".2");
  const there = () => host.world.state.hns.networks.find(one => one.Name === "cbr0");
  const held = address => host.world.addresses().find(one => one.IPAddress === address);
  if (there()?.Subnets[0].AddressPrefix !== subnet || there().Subnets[0].GatewayAddress !== gateway) {
    host.world.change(state => { state.hns.networks = state.hns.networks.filter(one => one.Name !== "cbr0"); });
    const made = hnsAnswer("/networks", { Name: "cbr0", Type: "L2Bridge", Subnets: [{ AddressPrefix: subnet, GatewayAddress: gateway }] }, host.world);
    if (!made.Success) throw new Failure(`Error registering network: failed to create HNSNetwork cbr0: ${made.Error}`);
    host.machine.switched?.();
    await host.sleep(5);
    if (!held(there().ManagementIP)) throw new Failure(`timeout, failed to get net interface for HNSNetwork cbr0 (${there().ManagementIP})`);
  }
  const { endpoints } = host.world.state.hns;
  if (!endpoints.some(one => one.Name === "cbr0_ep")) {
    hnsAnswer("/endpoints", { Name: "cbr0_ep", VirtualNetwork: there().ID, IPAddress: own }, host.world);
  }
  const attached = hnsAnswer("/endpoints/endpoint-cbr0_ep/attach", { SystemType: "Host", CompartmentId: 1 }, host.world);
  if (!attached.Success && !/already attached/.test(attached.Error)) throw new Failure(`failed to hot attach bridge HNSEndpoint cbr0_ep to host compartment: ${attached.Error}`);
  for (const address of [there().ManagementIP, own]) {
    if (!held(address)) throw new Failure(`failed to find interface for IP Address ${address}`);
  }
}

const kubeProxy = program(async (args, io, host) => {
  const { given } = flags(args, ["proxy-mode", "hostname-override", "kubeconfig", "network-name", "bind-address", "cluster-cidr",
    "enable-dsr", "feature-gates", "source-vip"]);
  const network = host.world.state.hns.networks.find(one => one.Name === given["network-name"]);
  if (host.world.state.faults.proxy) throw new Failure("Error: unable to create proxier: Windows kernel is not compatible for Kernel mode");
  if (given["proxy-mode"] !== "kernelspace" || !network) throw new Failure(`unable to find HNS network ${given["network-name"]}`);
  if (network.Type === "Overlay" && !given["source-vip"]) throw new Failure("source-vip flag not set");
  await host.machine.cluster.serviceProxy(given.kubeconfig, io, host);
  // winkernel makes an endpoint for its source address, if none has it; nobody takes it away.
  const vip = given["source-vip"];
  if (vip && !host.world.state.hns.endpoints.some(one => one.IPAddress === vip)) {
    host.world.change(state => { state.hns.endpoints.push({ ID: `endpoint-${vip}`, Name: "", VirtualNetwork: network.ID, IPAddress: vip, attached: false }); });
  }
  // Of pods on other nodes it makes one too; only these have the property at all (hcsshim leaves out what is false).
  if (vip && !host.world.state.hns.endpoints.some(one => one.IsRemoteEndpoint)) {
    host.world.change(state => { state.hns.endpoints.push({ ID: "endpoint-remote", Name: "Ethernet", VirtualNetwork: network.ID, IPAddress: "10.244.0.5", IsRemoteEndpoint: true, attached: false }); });
  }
  host.world.change(state => { state.kubeProxy = given; });
  return host.machine.cluster.services(given, host, all => host.world.change(state => { state.hns.policies = all.map(policyList); }));
});

/** rd: quiet about what it could not remove, as cmd is. */
const cmd = windows((args, io, host) => {
  const [c, rd, s, q, path, ...rest] = args;
  if ([c, rd, s, q].join(" ") !== "/c rd /s /q" || rest.length > 0) throw new Unknown(`cmd ${args.join(" ")}`);
  try {
    if (!host.files.isFolder(path)) throw new Failure("The directory name is invalid.");
    refuseIfUsed(path, { host });
    host.files.remove(path, true);
    endsWithoutSettings({ host });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    io.err(error.message);
  }
  return 0;
});

/** The IPAM plug-in and its store. */
const hostLocal = program((args, io, host) => {
  const { name, ipam: { ranges: [[{ subnet }]] }, cniVersion } = JSON.parse(io.stdin);
  const of = key => host.env.get(`CNI_${key}`) || (() => { throw new Failure(`required env variables [CNI_${key}] missing`); })();
  const owner = `${of("CONTAINERID")}\r\n${of("IFNAME")}`;
  of("NETNS"); of("PATH");
  const store = `C:\\var\\lib\\cni\\networks\\${name}`;
  host.files.makeFolder(store);
  host.files.write(`${store}\\lock`, "");
  const held = host.files.matches(`${store}\\*`).filter(each => host.files.read(each).toString() === owner);
  if (of("COMMAND") === "DEL") return held.forEach(each => host.files.remove(each, false));
  if (held.length > 0) {
    io.out(JSON.stringify({ code: 999, msg: `failed to allocate: duplicate allocation is not allowed` }));
    return 1;
  }
  // Of ranges up to a /24.
  const [, base, first, bits] = subnet.match(/^(\d+\.\d+\.\d+)\.(\d+)\/(\d+)$/);
  const size = 2 ** (32 - bits);
  if (first % size !== 0) {
    io.out(JSON.stringify({ code: 999, msg: `invalid range set 0: Network has host bits set. For a subnet mask of length ${bits} the network address is ${base}.${first - first % size}` }));
    return 1;
  }
  const least = Number(first) + 2, count = size - 3;
  // Round robin, from the address that was given out last: one that was given back is not the next one.
  const last = `${store}\\last_reserved_ip.0`;
  const from = host.files.exists(last) ? Number(host.files.read(last).toString().split(".")[3]) : least - 1;
  const free = Array.from({ length: count }, (_, i) => `${base}.${(from - least + 1 + i) % count + least}`).find(each => !host.files.exists(`${store}\\${each}`));
  host.files.write(`${store}\\${free}`, owner);
  host.files.write(last, free);
  return io.out(JSON.stringify({ cniVersion, ips: [{ version: "4", address: `${free}/${bits}`, gateway: `${base}.${least - 1}` }] }));
});

const hnsdiag = windows(program((args, io, host) => {
  if (args.join(" ") !== "list endpoints") throw new Unknown(`hnsdiag ${args.join(" ")}`);
  if (host.world.state.faults.hnsdiag) return 1;
  host.world.state.hns.endpoints.forEach(one => io.out(`Endpoint             : ${one.Name} ${one.IPAddress}`));
  return 0;
}));

export const programs = {
  "powershell.exe": powershell, "icacls.exe": icacls, "sc.exe": sc, "netsh.exe": netsh, "w32tm.exe": w32tm, "shutdown.exe": shutdown, "hnsdiag.exe": hnsdiag, "cmd.exe": cmd,
  "containerd.exe": containerd, "ctr.exe": ctr, "kubeadm.exe": kubeadm, "kubelet.exe": kubelet,
  "service-host.exe": serviceHost, "flanneld.exe": flanneld, "kube-proxy.exe": kubeProxy, "host-local.exe": hostLocal,
};
