// What a Windows node of the lab must have after its scripts, apart from their own success: each with its reason.
export function needs(course, when) {
  const { state } = course.machine.world;
  const { files, facts } = course;
  const service = name => state.services[name] ?? {};
  const text = path => files.exists(path) ? files.read(path).toString() : "";
  const port = (protocol, number) => state.firewall.some(one => one.Protocol === protocol && one.Port === number
    && one.Direction === "Inbound" && one.Action === "Allow" && one.Profile === "Any");
  const closed = path => state.acl[path.toLowerCase()]?.inherits === false && state.acl[path.toLowerCase()].grants.length === 2;
  const lasting = name => service(name).startup === "Automatic" && /^restart\/5000/.test(service(name).failure) && service(name).failureFlag;
  const installed = (folder, names) => names.every(name => text(`${folder}\\${name}`) === `${name} ${course.programs}`);
  const adapter = state.adapters.find(one => one.mac === facts.mac);
  const key = path => text(path).includes("ssh-ed25519");
  const [network] = state.hns.networks;
  const [first] = JSON.parse(text(course.settings) || "{}").plugins ?? [];
  const plugin = first?.delegate ?? first;

  const store = `C:\\var\\lib\\cni\\networks\\${network?.Name}`;
  const held = files.exists(store) ? files.matches(`${store}\\*`).map(each => files.name(each)).filter(each => /^\d/.test(each)) : [];

  const things = {
    "the lab's key opens it, for administrators and for others": key("C:\\ProgramData\\ssh\\administrators_authorized_keys") && key("C:\\Users\\vagrant\\.ssh\\authorized_keys"),
    "only administrators write the keys file, else sshd ignores it": closed("C:\\ProgramData\\ssh\\administrators_authorized_keys"),
    "sshd starts with Windows": service("sshd").startup === "Automatic" && service("sshd").status === "Running",
    "the clock is right, in the lab's zone, and stays so": Math.abs(state.clockOffset) < 120_000 && state.timeZone === facts.timeZone
      && state.ntp !== null && service("w32time").startup === "Automatic" && service("w32time").status === "Running",
    "it has its name, from its next boot on": state.pendingName === facts.computerName && (when !== "after a reboot" || state.computerName === facts.computerName),
    "its adapter is called lab and has the address for good": /^lab(-\d+)?$/.test(adapter.name) && !adapter.lost && adapter.address === facts.address && adapter.prefix === 24 && adapter.origin === "Manual",
    "its way out and its name servers are as they were": !facts.oneAdapter || (adapter.gateway !== null && adapter.dns.length > 0),
    "neighbours are no public network": adapter.profile === "Private",
    "it finds names of the lab": state.suffixes.length === (facts.dns.length > 0 ? 2 : 1) && state.primarySuffix === state.suffixes[0],
    "it no longer asks name servers that the lab file named": !adapter.dns.includes("192.0.2.1") && (facts.dns.length > 0 || !files.exists("C:\\k\\lab-dns.txt")),
    "it asks the lab's name servers": facts.dns.length === 0 || (adapter.dns.join(" ") === facts.dns.join(" ") && files.exists("C:\\k\\lab-dns.txt")),
    "it asked the lab's time servers at once": !facts.timeServers || state.resynced === true,
    "its hosts file has the lab's machines once, and what it had": text("C:\\Windows\\System32\\drivers\\etc\\hosts").split("\r\n").filter(line => line.includes(facts.address)).length === 1
      && text("C:\\Windows\\System32\\drivers\\etc\\hosts").includes("printer")
      && (when === "round 1" || text("C:\\Windows\\System32\\drivers\\etc\\hosts").includes("scanner"))
      && facts.neighbours.every(each => text("C:\\Windows\\System32\\drivers\\etc\\hosts").includes(each)),
    "programs reach the outside as the lab says": facts.noProxy === "" || (Boolean(state.variables.HTTP_PROXY) && state.variables.NO_PROXY === facts.noProxy),
    "images that the host sent are there, and their archives gone": facts.oneAdapter || (state.images.includes("registry.example/own:1") && !files.exists("C:\\hybridlab\\images\\own.tar")),
    "ssh is let in": port("TCP", "22"),
    "the API server reaches the kubelet": port("TCP", "10250"),
    "NodePorts are let in": port("TCP", "30000-32767") && port("UDP", "30000-32767"),
    "other nodes' VXLAN packets are let in": !facts.vxlan || port("UDP", "4789"),
    "it answers pings": state.firewall.some(one => one.Protocol === "ICMPv4" && one.Icmp === "8" && one.Profile === "Any"),
    "secrets and programs are for administrators only": ["C:\\hybridlab", "C:\\k", "C:\\etc\\kubernetes"].every(closed),
    "services' programs find containerd and kubeadm": ["C:\\Program Files\\containerd", "C:\\k"].every(each => state.variables.Path.split(";").filter(one => one === each).length === 1),
    "containerd is the bundle's, and lasts": installed("C:\\Program Files\\containerd", ["containerd.exe", "ctr.exe", "containerd-shim-runhcs-v1.exe"]) && lasting("containerd"),
    "pods find their network plug-ins": state.containerd?.plugins === "['C:\\opt\\cni\\bin']" && state.containerd.conf === "'C:\\etc\\cni\\net.d'"
      && installed("C:\\opt\\cni\\bin", [...(facts.bridged ? [] : ["flannel.exe"]), "host-local.exe", facts.vxlan ? "win-overlay.exe" : "win-bridge.exe"]),
    "the pause image is there, and containerd keeps it": state.images.some(one => `"${one}"` === state.containerd?.pause),
    "registries have their files as long as the lab file names them": when === "round 1" || (!files.exists("C:\\etc\\containerd\\certs.d\\old.example")
      && files.exists("C:\\etc\\containerd\\certs.d\\registry.example_5000_") === Boolean(course.rendered["hosts.toml"])),
    "registries' settings are there": !course.rendered["hosts.toml"] || text("C:\\etc\\containerd\\certs.d\\_default\\hosts.toml") !== "",
    "kubelet is the bundle's, and lasts": installed("C:\\k", ["kubelet.exe", "kubeadm.exe", "service-host.exe"]) && lasting("kubelet"),
    "what services run is as rendered": ["kubelet", ...(facts.pods ? [] : course.runners)].every(name => text(`C:\\k\\start-${name}.ps1`) === course.rendered[`start-${name}.ps1`] + course.version),
    "it joined under its name, at its address": state.node?.name === "win" && state.node.address === facts.address,
    "flannel and kube-proxy are the bundle's, and last": installed("C:\\k", [...(facts.bridged ? [] : ["flanneld.exe"]), "kube-proxy.exe"]) && course.runners.every(lasting),
    "no program runs that was replaced": Object.values(state.services).every(one => one.using.every(used => !/\.old\d*$/.test(used))),
    "flannel and kube-proxy log in with what they were given last": facts.pods || course.accounts.every(name => state.logins?.[name] === course.token),
    "services start in the order of their needs": service("kubelet").depends?.[0] === "containerd" && (facts.pods || service(course.maker).depends?.[0] === "containerd" && service("kube-proxy").depends?.[0] === course.maker),
    "all services run": ["containerd", "kubelet", ...course.runners].every(name => service(name).status === "Running"),
    "the HNS network is of the right kind": network?.Type === (facts.vxlan ? "Overlay" : "L2Bridge"),
    "the HNS network is on the adapter that has the machine's address": network?.adapter === adapter.ifIndex && network.ManagementIP === facts.address,
    "the machine holds the second address of its pods' network": facts.vxlan || state.hns.endpoints.some(one => one.attached && one.IPAddress === "10.244.1.2"),
    "servicing waits for no boot": state.rebootPending !== true,
    "one CNI file, as rendered": text(course.settings) === course.rendered["cni-conf.json"] + course.version,
    "kube-proxy knows the cluster's networks and its own node": state.kubeProxy?.["hostname-override"] === "win" && state.kubeProxy["bind-address"] === facts.address
      && state.kubeProxy["cluster-cidr"] === "10.244.0.0/16" && state.kubeProxy["enable-dsr"] === "true",
    "the source address of services is of this node's pods, one only": !facts.vxlan || (/^10\.244\.1\.\d+$/.test(state.kubeProxy?.["source-vip"])
      && held.length === 1),
    "no endpoint has an address that the store may give to a pod": !facts.vxlan || state.hns.endpoints.every(one => one.IsRemoteEndpoint || held.includes(one.IPAddress)),
    "the plug-in reads its policies": plugin?.type.startsWith("win-") && plugin.apiVersion === 2 && ["OutBoundNAT", "SDNRoute"].every(type =>
      plugin.policies?.some(one => one.name === "EndpointPolicy" && one.value.Type === type)) && !("AdditionalArgs" in plugin),
    "a Linux machine holds the first address of its pods' network, and it the second": !facts.bridged || (network?.Subnets[0].GatewayAddress === "10.244.1.1"
      && state.hns.endpoints.length === 1 && state.hns.endpoints[0].IPAddress === "10.244.1.2" && state.hns.endpoints[0].attached),
    "pods get addresses that nobody else has": !facts.bridged || plugin?.ipam.ranges[0][0].rangeStart === "10.244.1.3",
    "packets of pods go on to the gateway": !facts.bridged || (["vEthernet (cbr0)", `vEthernet (${adapter.name})`].every(name => state.forwarding?.[name] === "Enabled")
      && state.routes.filter(one => one.DestinationPrefix === "10.244.0.0/16" && one.NextHop === "10.244.1.1").length === 1),
    "no secret of the join is left": !files.exists("C:\\hybridlab\\secrets") && !files.exists("C:\\etc\\kubernetes\\bootstrap-kubelet.conf"),
  };
  const lacking = Object.keys(things).filter(name => !things[name]);
  if (lacking.length > 0) throw new Error(`${when}: not so: ${lacking.join("; ")}`);
}

/** What a box must have, and must not. */
export function boxed({ machine: { world: { state } }, files, facts }) {
  const text = path => files.exists(path) ? files.read(path).toString() : "";
  const hosts = text("C:\\Windows\\System32\\drivers\\etc\\hosts");
  const adapter = state.adapters.find(one => one.mac === facts.mac);
  const things = {
    "Vagrant's public key opens it, and no other": ["C:\\ProgramData\\ssh\\administrators_authorized_keys", "C:\\Users\\vagrant\\.ssh\\authorized_keys"]
      .every(each => /^ssh-rsa \S+ vagrant insecure public key\r\n$/.test(text(each))),
    "it has no host key": files.matches("C:\\ProgramData\\ssh\\ssh_host_*").length === 0,
    "nothing of the lab and no log is on its disk": !files.exists("C:\\hybridlab") && !files.exists("C:\\var\\log"),
    "it knows no names of neighbours": hosts.includes("printer") && !hosts.includes("hybridlab") && !hosts.includes(facts.address),
    "it knows no proxy": !Object.keys(state.variables).some(name => name.endsWith("_PROXY")),
    "its adapter asks for an address and for name servers": adapter.origin === "Dhcp" && adapter.dns.length === 0,
    "features, containerd and images are there": state.features.Containers === "installed" && state.images.length > 0
      && files.exists("C:\\Program Files\\containerd\\containerd.exe"),
    "it is off": state.off === true,
  };
  const lacking = Object.keys(things).filter(name => !things[name]);
  if (lacking.length > 0) throw new Error(`in a box: not so: ${lacking.join("; ")}`);
}
