// Windows' Host Networking Service as its first interface makes things there (vmcompute.dll, HNSCall): networks, endpoints,
// and endpoints that become adapters of the machine.
const failed = why => ({ Success: false, Error: why });

/** Without a name HNS takes any (Azure/azure-container-networking#813): here the first, which leads out and not to the lab. */
export const adapterOf = (name, adapters) => adapters.find(one => !one.hidden && one.physical && (name === undefined || one.name === name));

/**
 * A network, and with it a switch on the adapter, whose own adapter gets the address, or loses it on the way
 * (kubernetes-sigs/sig-windows-tools#105): then Windows gives it one of 169.254.0.0/16.
 * @param stays whether it is there after a boot: those of HNS' first interface are, but not what is attached to them
 */
export function makeNetwork(request, adapter, stays, world) {
  const { adapters, faults, losesAddress, namesNoAdapter } = world.state;
  // The address may be right though the switch is on another adapter.
  const on = (faults.adapter && adapters.find(one => one.physical && !one.hidden && one.ifIndex !== adapter.ifIndex)) || adapter;
  const { NetworkAdapterName, ...rest } = request;
  // As in the dump of microsoft/SDN Kubernetes/windows/kubeadm/Kubecluster.md; its remote-subnet scripts expect none at times.
  const named = namesNoAdapter ? {} : { NetworkAdapterName: on.name };
  const network = { ...rest, ...named, ID: `network-${request.Name}`, Type: faults.type ?? request.Type, adapter: on.ifIndex,
    ManagementIP: faults.management ?? adapter.address, byHand: stays };
  world.change(state => {
    // One that is made again is another one.
    network.Version = state.networksMade = (state.networksMade ?? 0) + 1;
    state.hns.networks.push(network);
    state.adapters.find(one => one.ifIndex === on.ifIndex).lost = Boolean(losesAddress);
  });
  return network;
}

/** A load balancer as Get-HnsPolicyList shows it (kubernetes winkernel, hns.go: one of a NodePort has no virtual address). */
export const policyList = ({ vip, protocol, port, target }) => ({ ID: `policy-${vip ?? "node"}-${protocol}-${port}`, State: 2,
  Policies: [{ Type: "ELB", Protocol: protocol, ExternalPort: port, InternalPort: target, ...(vip ? { VIPs: [vip] } : {}) }] });

/** All that scripts asked of it, in any world: JSON texts of {path, body}. */
export const requests = new Set();

/** The same for a body as a script sends it. */
export function hnsCall(path, body, world) {
  requests.add(JSON.stringify({ path, body }));
  return hnsAnswer(path, JSON.parse(body), world);
}

/** What the service answers, as an object. */
export function hnsAnswer(path, request, world) {
  const { hns, adapters, faults } = world.state;
  if (path === "/networks") {
    const adapter = adapterOf(request.NetworkAdapterName, adapters);
    if (faults.hns) return failed("The parameter is incorrect. ");
    if (!adapter) return failed("An adapter was not found. ");
    if (request.Type !== "L2Bridge" || request.Subnets.length !== 1 || !inside(request.Subnets[0].GatewayAddress, request.Subnets[0].AddressPrefix)) {
      return failed("The network does not have a subnet for this endpoint. ");
    }
    if (hns.networks.some(one => one.Name === request.Name)) return failed("The object already exists. ");
    return { Success: true, Output: makeNetwork(request, adapter, true, world) };
  }
  if (path === "/endpoints") {
    const network = hns.networks.find(one => one.ID === request.VirtualNetwork);
    if (!network) return failed("The network was not found. ");
    if (!inside(request.IPAddress, network.Subnets[0].AddressPrefix)) return failed("IP address is either invalid or not part of any configured subnet(s). ");
    const endpoint = { ...request, ID: `endpoint-${request.Name}`, attached: false };
    world.change(state => { state.hns.endpoints.push(endpoint); });
    return { Success: true, Output: endpoint };
  }
  const [, id] = path.match(/^\/endpoints\/(.*)\/attach$/) ?? [];
  const endpoint = hns.endpoints.find(one => one.ID === id);
  if (!endpoint) return failed("The endpoint was not found. ");
  if (faults.attach) return failed("The endpoint could not be attached. ");
  if (endpoint.attached) return failed("This endpoint is already attached to the switch. ");
  if (request.SystemType !== "Host" || request.CompartmentId !== 1) return failed("The parameter is incorrect. ");
  world.change(state => { state.hns.endpoints.find(one => one.ID === id).attached = true; });
  return { Success: true };
}

const inside = (address, network) => address?.startsWith(network.replace(/\.0\/24$/, "."));
