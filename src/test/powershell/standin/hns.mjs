// Windows' Host Networking Service as its first interface makes things there (vmcompute.dll, HNSCall): networks, endpoints,
// and endpoints that become adapters of the machine.
const failed = why => ({ Success: false, Error: why });

/** What the service answers, as an object. */
export function hnsAnswer(path, request, world) {
  const { hns, adapters, faults } = world.state;
  if (path === "/networks") {
    const adapter = adapters.find(one => one.name === request.NetworkAdapterName && !one.hidden);
    if (faults.hns) return failed("The parameter is incorrect. ");
    if (!adapter) return failed("An adapter was not found. ");
    if (request.Type !== "L2Bridge" || request.Subnets.length !== 1 || !inside(request.Subnets[0].GatewayAddress, request.Subnets[0].AddressPrefix)) {
      return failed("The network does not have a subnet for this endpoint. ");
    }
    if (hns.networks.some(one => one.Name === request.Name)) return failed("The object already exists. ");
    const network = { ...request, ID: `network-${request.Name}`, Type: faults.type ?? request.Type, ManagementIP: faults.management ?? adapter.address, byHand: true };
    world.change(state => { state.hns.networks.push(network); });
    return { Success: true, Output: network };
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
