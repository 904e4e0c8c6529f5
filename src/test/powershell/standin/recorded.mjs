// What record.ps1 must say of a stand-in Windows machine, line by line, by what its world has.
import { text } from "./values.mjs";

const iso = millis => new Date(millis).toISOString().replace(/\.\d+Z$/, "Z");

/** @param clocks between which the machine's clock was read @returns texts and patterns of lines */
export function recorded(course, clocks) {
  const { state } = course.machine.world;
  const { world } = course.machine;
  const fact = (about, value) => `fact|${about}|${value}`;
  /** One line for each of several, or that there is none. */
  const facts = (about, values) => values.length === 0 ? [`none|${about}`] : values.map(value => fact(about, value));
  const alias = one => world.bridged(one) ? `vEthernet (${one.name})` : one.name;
  const shown = state.adapters.filter(one => !one.hidden);
  const ways = shown.filter(one => one.gateway);
  const lines = [
    new RegExp(`^fact\\|clock\\|(${clocks.join("|")})$`),
    fact("build", "20348.2113 ServerStandardEval"),
    fact("feature Containers", { available: "Available", pending: "InstallPending", installed: "Installed" }[state.features.Containers]),
    fact("servicing wants a reboot", text(state.rebootPending === true)),
    ...[state.booted, ...state.bootsBefore ?? []].slice(0, 2).map(one => fact("boot", iso(one))),
    state.faults.licence ? /^unknown\|licence\|The service cannot be started/ : fact("licence", "status 1, 179 days left"),
    ...[...shown, ...shown.filter(one => world.bridged(one)).map(one => ({ ...one, name: `vEthernet (${one.name})`, ifIndex: one.ifIndex + 100 }))]
      .map(one => fact("adapter", `${one.name}, ${one.mac}, number ${one.ifIndex}`)),
    ...world.addresses().map(one => fact("address", `${one.IPAddress}/${one.PrefixLength} on ${one.InterfaceAlias}, ${one.PrefixOrigin}`)),
    fact("route", "127.0.0.0/8 by 0.0.0.0 on Loopback Pseudo-Interface 1"),
    ...ways.map(one => fact("route", `0.0.0.0/0 by ${one.gateway} on ${alias(one)}`)),
    ...(state.routes ?? []).map(one => fact("route", `${one.DestinationPrefix} by ${one.NextHop} on ${one.InterfaceAlias ?? "vEthernet (lab)"}`)),
    ...facts("default route", [...ways.map(one => `by ${one.gateway} on ${alias(one)}`),
      ...(state.routes ?? []).filter(one => one.DestinationPrefix === "0.0.0.0/0").map(one => `by ${one.NextHop} on vEthernet (lab)`)]),
    ...hns(state, world.hasContainers(), fact, facts),
  ];
  for (const name of ["sshd", "containerd", "kubelet", course.maker, "kube-proxy"]) {
    const one = state.services[name];
    lines.push(...facts(`service ${name}`, one ? [`${one.status}, ${one.startup}`] : []));
  }
  return lines;
}

function hns(state, there, fact, facts) {
  const { networks, endpoints, policies } = state.hns;
  const answers = { network: networks, endpoint: endpoints, policylist: policies };
  const named = { network: "Get-HnsNetwork", endpoint: "Get-HnsEndpoint", policylist: "Get-HnsPolicyList" };
  const noCmdlet = about => new RegExp(`^unknown\\|${about}\\|The term .* is not recognized`);
  const dump = !state.hnsdiag ? [/^unknown\|hnsdiag list endpoints\|hnsdiag\.exe is not on this machine$/]
    : state.faults.hnsdiag ? [/^unknown\|hnsdiag list endpoints\|hnsdiag\.exe ended with 1$/]
    : facts("hnsdiag list endpoints", endpoints.map(one => `Endpoint             : ${one.Name} ${one.IPAddress}`));
  if (!there) {
    return [...Object.values(named).map(one => noCmdlet(`answer of ${one}`)), ...["HNS network", "HNS network in full", "HNS endpoint"].map(noCmdlet), ...dump];
  }
  const part = (one, name) => text(name in one ? one[name] : "unknown");
  return [
    ...Object.entries(answers).map(([kind, all]) => fact(`answer of ${named[kind]}`,
      all.length === 0 ? "1 of null" : `${all.length} of System.Management.Automation.PSCustomObject`)),
    ...facts("HNS network", networks.map(one => `${one.Name}, ${one.Type}, management address ${part(one, "ManagementIP")}, adapter ${part(one, "NetworkAdapterName")}`)),
    ...facts("HNS network in full", networks.map(one => JSON.stringify(one))),
    ...facts("HNS endpoint", endpoints.map(one => `${part(one, "Name")}, ${part(one, "IPAddress")}, ${part(one, "MacAddress")}, remote ${part(one, "IsRemoteEndpoint")}`)),
    ...dump,
  ];
}
