// The cmdlets that hybridlab's scripts call, acting on a stand-in world: parameters that each takes, and what it does.
import crypto from "node:crypto";
import fs from "node:fs";
import { Failure, Unknown, list, local, same, text, truth, wildcard } from "./values.mjs";
import { property } from "./dotnet.mjs";

/** @param takes parameters, a value or a switch each @param positions names of those that need no name */
const cmdlet = (takes, run, positions = []) => ({ positions, run,
  takes: Object.fromEntries(takes.split(" ").filter(Boolean).map(name =>
    name.endsWith("!") ? [name.slice(0, -1).toLowerCase(), "switch"] : [name.toLowerCase(), "value"])) });

const state = io => io.host.world.state;
const change = (io, what) => io.host.world.change(what);
const disk = io => io.host.files;
/** What came by the pipe, or as a parameter. */
const objects = (given, io) => io.piped ? io.input : list(given.inputobject);
const found = (what, things) => {
  if (things.length === 0) throw new Failure(`No matching object found: ${what}.`);
  return things;
};
const matching = (name, things, key) => name === undefined ? things : things.filter(one => wildcard(text(name)).test(one[key]));

/** As vmcompute.dll has it: three texts go in, and one comes out. */
const HNS_CALL = /^\[DllImport\("vmcompute\.dll"\)\]\s+public static extern int HNSCall\((\[MarshalAs\(UnmanagedType\.LPWStr\)\] string \w+, ){3}\[MarshalAs\(UnmanagedType\.LPWStr\)\] out string \w+\);$/;

const LANGUAGE = {
  "out-null": cmdlet("", () => {}),
  // How Vagrant asks whether a machine answers; what it lists is nobody's business.
  "dir": cmdlet("", () => {}),
  "write-output": cmdlet("InputObject", (given, io) => io.out(given.inputobject), ["inputobject"]),
  "where-object": cmdlet("FilterScript", async (given, io) => {
    for (const each of io.input) {
      if (truth(await io.shell.ask(given.filterscript, each))) io.out(each);
    }
  }, ["filterscript"]),
  "foreach-object": cmdlet("Process", async (given, io) => {
    for (const each of io.input) await io.shell.block(given.process, io.out, each);
  }, ["process"]),
  "select-object": cmdlet("First Last", (given, io) =>
    (given.last ? io.input.slice(-given.last) : io.input.slice(0, given.first)).forEach(io.out)),
  "sort-object": cmdlet("Property", (given, io) => [...io.input]
    .sort((a, b) => property(a, given.property, true) - property(b, given.property, true)).forEach(io.out), ["property"]),
  "format-list": cmdlet("Property", (given, io) => io.input.filter(each => each !== null).forEach(each =>
    list(given.property).forEach(name => io.out(`${name} : ${text(property(each, name, false))}`))), ["property"]),
  // One type only, by which scripts call the Host Networking Service.
  "add-type": cmdlet("MemberDefinition Namespace Name", (given, io) => {
    if (!HNS_CALL.test(given.memberdefinition)) throw new Failure("Cannot add type. There were compilation errors.");
    io.host.types.add(`${given.namespace}.${given.name}`.toLowerCase());
  }),
  "convertto-json": cmdlet("InputObject Depth Compress!", (given, io) => {
    // Without it Windows PowerShell 5.1 stops at two levels, and breaks lines.
    if (!given.compress || !(given.depth > 2)) throw new Unknown("ConvertTo-Json without -Compress and -Depth");
    io.out(JSON.stringify(given.inputobject));
  }),
  "convertfrom-json": cmdlet("InputObject", (given, io) => io.out(JSON.parse(given.inputobject))),
  "start-sleep": cmdlet("Seconds", (given, io) => io.host.sleep(given.seconds)),
  "get-date": cmdlet("", (given, io) => io.out(local(io.host.now() + state(io).clockOffset, state(io).timeZone))),
  // It takes the digits for local time, of whatever kind they are (SetDateCommand.cs calls SetLocalTime with them).
  "set-date": cmdlet("Date", (given, io) => {
    change(io, it => { it.clockOffset = given.date.digits - local(0, it.timeZone).digits - io.host.now(); });
    io.out(given.date);
  }),
  "start-process": cmdlet("FilePath ArgumentList NoNewWindow! PassThru!", (given, io) => {
    // Windows PowerShell puts blanks between the arguments, and quotes around none of them.
    const words = list(given.argumentlist).map(text).join(" ").split(" ");
    if (!given.passthru || !given.nonewwindow) throw new Unknown("Start-Process without -PassThru -NoNewWindow");
    io.out(io.host.start(text(given.filepath), words));
  }),
};

const FILES = {
  "new-item": cmdlet("ItemType Force! Path", (given, io) => {
    if (!same(given.itemtype, "Directory")) throw new Unknown(`New-Item of ${given.itemtype}`);
    if (!given.force && disk(io).exists(given.path)) throw new Failure(`An item with the specified name ${given.path} already exists.`);
    disk(io).makeFolder(given.path);
    io.out({ FullName: given.path });
  }),
  // Sessions are on drive C anyway, and paths of ours have one.
  "set-location": cmdlet("Path", (given, io) => { disk(io).must(given.path); }),
  "test-path": cmdlet("Path PathType", (given, io) => io.out(given.pathtype !== undefined ? folderThere(given, io)
    : given.path.startsWith("HKLM:") ? key(given.path, io) : given.path.startsWith("\\\\.\\pipe\\") ? io.host.hasPipe(given.path.slice(9)) : disk(io).exists(given.path))),
  "split-path": cmdlet("Path Parent!", (given, io) => {
    if (!given.parent) throw new Unknown("Split-Path without -Parent");
    io.out(disk(io).parent(given.path));
  }),
  "get-filehash": cmdlet("Path Algorithm", (given, io) => {
    if (!same(given.algorithm, "SHA256")) throw new Unknown(`Get-FileHash ${given.algorithm}`);
    io.out({ Hash: crypto.createHash("sha256").update(disk(io).read(given.path)).digest("hex").toUpperCase() });
  }),
  "copy-item": cmdlet("Path Destination Force!", (given, io) => {
    const target = disk(io).isFolder(given.destination)
      ? `${given.destination}\\${disk(io).name(given.path)}` : given.destination;
    const content = disk(io).read(given.path);
    refuseIfUsed(target, io);
    disk(io).write(target, content);
  }),
  "move-item": cmdlet("Path Destination Force!", (given, io) => {
    disk(io).must(given.path);
    if (disk(io).exists(given.destination) && !given.force) {
      throw new Failure("Cannot create a file when that file already exists.");
    }
    refuseIfUsed(given.destination, io);
    // A program that runs may be renamed; it goes on under its new name.
    const moved = used => same(used, given.path) ? given.destination : used;
    change(io, it => {
      Object.values(it.services).forEach(one => { one.using = one.using.map(moved); });
      (it.lingering ?? []).forEach(one => { one.path = moved(one.path); });
    });
    fs.renameSync(disk(io).real(given.path), disk(io).real(given.destination));
  }),
  "remove-item": cmdlet("Path Recurse! Force!", (given, io) => {
    disk(io).matches(given.path).forEach(each => {
      refuseIfUsed(each, io);
      // Windows PowerShell 5.1 does not take trees apart that have links to folders in them.
      if (disk(io).hasLinkedFolder(each)) throw new Failure(`There is a mismatch between the tag specified in the request and the tag present in the reparse point: ${each}`);
      disk(io).remove(each, given.recurse);
    });
    endsWithoutSettings(io);
  }),
  "get-childitem": cmdlet("Path Filter Force!", (given, io) => {
    const all = disk(io).isFolder(given.path) ? disk(io).matches(`${given.path}\\*`) : disk(io).matches(given.path);
    all.filter(each => given.filter === undefined || win32(given.filter).test(disk(io).name(each)))
      .forEach(each => io.out({ FullName: each, Name: disk(io).name(each), LastWriteTime: disk(io).written(each) }));
  }),
  "set-content": cmdlet("Path Value Encoding", (given, io) => {
    if (!same(given.encoding, "ascii")) throw new Unknown(`Set-Content -Encoding ${given.encoding}`);
    disk(io).write(given.path, list(given.value).map(line => text(line) + "\r\n").join(""));
  }),
  "get-content": cmdlet("Path LiteralPath TotalCount Tail", (given, io) => {
    const path = given.path ?? given.literalpath;
    // host-local holds its lock while it works, which may be now.
    if (/\\networks\\[^\\]+\\lock$/i.test(path)) throw new Failure(`The process cannot access the file '${path}' because it is being used by another process.`);
    const lines = disk(io).read(path).toString().replace(/\r?\n$/, "").split(/\r?\n/);
    lines.slice(given.tail ? -given.tail : 0, given.totalcount ?? lines.length).forEach(io.out);
  }),
};

function folderThere(given, io) {
  if (!same(given.pathtype, "Container")) throw new Unknown(`Test-Path -PathType ${given.pathtype}`);
  return disk(io).isFolder(given.path);
}

/** One key only: there while servicing waits for a boot. */
function key(path, io) {
  if (!same(path, "HKLM:\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Component Based Servicing\\RebootPending")) throw new Unknown(`Test-Path ${path}`);
  return state(io).rebootPending === true;
}

/** -Filter goes to Windows itself, where ".*" also matches nothing at all (FsRtlIsNameInExpression): *.*.*.* matches lock. */
const win32 = filter => new RegExp("^" + filter.split(".*").map(part => wildcard(part).source.slice(1, -1)).join("(\\..*)?") + "$", "is");

/** Windows replaces and removes no program that runs. */
export function refuseIfUsed(path, io) {
  const folder = disk(io).real(path).toLowerCase();
  const uses = using => using.some(used => (disk(io).real(used).toLowerCase() + "/").startsWith(folder + "/"));
  // A service's process goes a moment after the service has stopped, and shims outlive containerd.
  const lingering = (state(io).lingering ?? []).filter(one => one.until > io.host.now()).map(one => one.path);
  if (uses(lingering)) throw new Failure(`The process cannot access the file '${path}' because it is being used by another process.`);
  for (const [name, one] of Object.entries(state(io).services)) {
    if (one.status === "Running" && one.using.some(used => (disk(io).real(used).toLowerCase() + "/").startsWith(folder + "/"))) {
      throw new Failure(`The process cannot access the file '${path}' because it is being used by another process (${name}).`);
    }
  }
}

/**
 * containerd ends once the folder that it watches for CNI settings has gone, were it there again at once ("cni conf dir is
 * removed, stop watching", internal/cri/server/cni_conf_syncer.go).
 */
export function endsWithoutSettings(io) {
  if (io.host.hasPipe("containerd-containerd") && !disk(io).exists("C:\\etc\\cni\\net.d")) io.host.services.broken("containerd");
}

/** Of the programs that services and pods run: the service's name, and the program's as Windows calls the process. */
const processes = (names, io) => Object.entries(state(io).services).flatMap(([name, one]) => one.using
  .map(used => ({ service: name, ProcessName: disk(io).name(used).replace(/\.exe(\.old\d*)?$/, "") })))
  .filter(one => names.some(each => same(each, one.ProcessName)));

const SERVICES = {
  "get-process": cmdlet("Name", (given, io) => {
    const names = list(given.name).map(text);
    const ofSessions = [...io.host.machine.programs].filter(one => names.some(each => same(each, one.ProcessName)));
    found("process", [...processes(names, io), ...ofSessions]).forEach(io.out);
  }),
  "stop-process": cmdlet("InputObject Force!", (given, io) => objects(given, io)
    .forEach(each => each.child ? each.child.kill() : io.host.services.broken(each.service))),
  "get-service": cmdlet("Name", (given, io) => {
    const one = io.host.services.must(given.name);
    io.out({ Name: given.name, Status: one.status, StartType: one.startup });
  }),
  "start-service": cmdlet("Name", (given, io) => io.host.services.start(given.name)),
  "stop-service": cmdlet("Name Force!", (given, io) => io.host.services.stop(given.name, given.force)),
  "set-service": cmdlet("Name StartupType", (given, io) => {
    io.host.services.must(given.name);
    change(io, it => { it.services[given.name].startup = given.startuptype; });
  }),
  "new-service": cmdlet("Name DisplayName BinaryPathName StartupType DependsOn", (given, io) => {
    io.host.services.create(given.name, given.binarypathname, given.startuptype, list(given.dependson).map(text));
    io.out({ Name: given.name });
  }),
};

const SYSTEM = {
  "get-command": cmdlet("Name", (given, io) => {
    // A program that not every Windows has.
    if (given.name === "hnsdiag.exe") return found("command hnsdiag.exe", state(io).hnsdiag ? [{ Name: given.name }] : []).forEach(io.out);
    if (!/^get-hns/i.test(given.name)) throw new Unknown(`Get-Command ${given.name}`);
    found(`command ${given.name}`, io.host.world.hasContainers() && !state(io).faults.module ? [{ Name: given.name }] : []).forEach(io.out);
  }),
  "set-timezone": cmdlet("Id", (given, io) => change(io, it => { it.timeZone = given.id; })),
  "get-winevent": cmdlet("LogName FilterXPath MaxEvents", (given, io) => {
    if (given.logname !== "System" || given.filterxpath !== "*[System[Provider[@Name='Microsoft-Windows-Kernel-General'] and EventID=12]]") {
      throw new Unknown(`Get-WinEvent ${given.logname} ${given.filterxpath}`);
    }
    const boots = [state(io).booted, ...state(io).bootsBefore ?? []].slice(0, given.maxevents);
    boots.forEach(one => io.out({ TimeCreated: local(one, state(io).timeZone) }));
  }),
  "get-ciminstance": cmdlet("ClassName Filter", (given, io) => {
    if (given.classname === "SoftwareLicensingProduct" && given.filter === "PartialProductKey IS NOT NULL") {
      // The service that knows may not run.
      if (state(io).faults.licence) throw new Failure("The service cannot be started, either because it is disabled.");
      return io.out({ LicenseStatus: 1, GracePeriodRemaining: 179 * 1440 + 5 });
    }
    if (given.classname !== "Win32_Process" || given.filter !== "Name = 'wininit.exe' AND SessionId = 0") {
      throw new Unknown(`Get-CimInstance ${given.classname} ${given.filter}`);
    }
    io.out({ CreationDate: local(state(io).booted, state(io).timeZone) });
  }),
  "set-itemproperty": cmdlet("Path Name Value", (given, io) => {
    if (!same(given.path, "HKLM:\\SYSTEM\\CurrentControlSet\\Services\\Tcpip\\Parameters") || !same(given.name, "NV Domain")) {
      throw new Unknown(`Set-ItemProperty ${given.path} ${given.name}`);
    }
    change(io, it => { it.primarySuffix = given.value; });
  }),
  "get-itemproperty": cmdlet("Path", (given, io) => {
    if (same(given.path, "HKLM:\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion")) {
      return io.out({ CurrentBuild: "20348", UBR: 2113, EditionID: "ServerStandardEval" });
    }
    if (!same(given.path, "HKLM:\\SYSTEM\\CurrentControlSet\\Control\\ComputerName\\ComputerName")) {
      throw new Unknown(`Get-ItemProperty ${given.path}`);
    }
    io.out({ ComputerName: state(io).pendingName });
  }),
  "rename-computer": cmdlet("NewName Force!", (given, io) => {
    const name = text(given.newname);
    if (!/^[A-Za-z0-9-]{1,15}$/.test(name)) throw new Failure(`Skip computer with new name '${name}': it is not valid.`);
    if (same(name, state(io).pendingName)) throw new Failure(`the new name is the same as the current name.`);
    change(io, it => { it.pendingName = name; });
  }),
  "get-windowsfeature": cmdlet("Name", (given, io) => {
    const is = state(io).features[given.name];
    const states = { available: "Available", pending: "InstallPending", installed: "Installed" };
    if (is) io.out({ Name: given.name, Installed: is === "installed", InstallState: states[is] });
  }),
  "get-windowscapability": cmdlet("Online! Name", (given, io) => {
    if (!given.online || given.name !== "OpenSSH.Server*") throw new Unknown(`Get-WindowsCapability ${given.name}`);
    if (state(io).faults.capability !== "unknown") {
      io.out({ Name: "OpenSSH.Server~~~~0.0.1.0", State: io.host.services.all.sshd ? "Installed" : "NotPresent" });
    }
  }),
  "add-windowscapability": cmdlet("Online! Name", (given, io) => {
    if (!given.online || given.name !== "OpenSSH.Server~~~~0.0.1.0") throw new Failure("Add-WindowsCapability failed. Error code = 0x800f080c");
    if (state(io).faults.capability) throw new Failure("Add-WindowsCapability failed. Error code = 0x8024402c");
    io.host.services.create("sshd", "C:\\Windows\\System32\\OpenSSH\\sshd.exe", "Manual", []);
    // Its rule is for private networks only.
    change(io, it => { it.firewall.push({ Name: "OpenSSH-Server-In-TCP", Protocol: "TCP", Port: "22", Profile: "Private" }); });
    io.out({ Path: "", Online: true, RestartNeeded: false });
  }),
  "install-windowsfeature": cmdlet("Name", (given, io) => {
    if (!(given.name in state(io).features)) throw new Failure(`The target of the specified cmdlet cannot be ${given.name}.`);
    if (state(io).faults.source) {
      throw new Failure("The request to add or remove features on the specified server failed. Installation of one or more roles, role services, or features failed. The source files could not be found. Error: 0x800f081f");
    }
    if (state(io).faults.feature) return io.out({ Success: false, RestartNeeded: "No" });
    change(io, it => { it.rebootPending = it.features[given.name] !== "installed" || it.rebootPending; });
    change(io, it => { it.features[given.name] = it.features[given.name] === "installed" ? "installed" : "pending"; });
    return io.out({ Success: true, RestartNeeded: "Yes" });
  }),
};

const adapters = io => state(io).adapters;
const addressed = (alias, io) => adapters(io).filter(one => same(one.name, alias)
  || same(`vEthernet (${one.name})`, alias));
const visible = (given, io) => [...adapters(io), ...adapters(io).filter(one => io.host.world.bridged(one))
  .map(one => ({ ...one, name: `vEthernet (${one.name})`, ifIndex: one.ifIndex + 100, physical: false }))]
  .filter(one => given.includehidden || !one.hidden)
  .filter(one => !given.physical || one.physical).filter(one => given.name === undefined || same(one.name, given.name));

const NETWORK = {
  "get-netadapter": cmdlet("Name Physical! IncludeHidden!", (given, io) => {
    const seen = visible(given, io);
    (given.name === undefined ? seen : found(`adapter ${given.name}`, seen))
      .forEach(one => io.out({ Name: one.name, MacAddress: one.mac, ifIndex: one.ifIndex }));
  }),
  "rename-netadapter": cmdlet("InputObject NewName", (given, io) => {
    const [adapter] = objects(given, io);
    // What is absent may stay as it is.
    if (adapters(io).find(one => one.ifIndex === adapter.ifIndex)?.hidden) throw new Failure("{Object Not Found}: The object was not found.");
    if (adapters(io).some(one => same(one.name, given.newname))) throw new Failure(`The name ${given.newname} is taken.`);
    change(io, it => { it.adapters.find(one => one.ifIndex === adapter.ifIndex).name = given.newname; });
  }),
  "get-netipaddress": cmdlet("AddressFamily IPAddress", (given, io) => {
    found(`MSFT_NetIPAddress`, io.host.world.addresses()
      .filter(one => given.ipaddress === undefined || one.IPAddress === given.ipaddress)).forEach(io.out);
  }),
  "get-netroute": cmdlet("InterfaceAlias DestinationPrefix AddressFamily", (given, io) => {
    const ways = of => of.filter(one => one.gateway).map(one => ({ DestinationPrefix: "0.0.0.0/0", NextHop: one.gateway,
      InterfaceAlias: io.host.world.bridged(one) ? `vEthernet (${one.name})` : one.name }));
    if (given.addressfamily === "IPv4") {
      const own = { DestinationPrefix: "127.0.0.0/8", NextHop: "0.0.0.0", InterfaceAlias: "Loopback Pseudo-Interface 1" };
      return [own, ...ways(adapters(io).filter(one => !one.hidden)),
        ...(state(io).routes ?? []).map(one => ({ InterfaceAlias: "vEthernet (lab)", ...one }))].forEach(io.out);
    }
    if (given.destinationprefix !== "0.0.0.0/0") throw new Unknown(`Get-NetRoute ${given.destinationprefix}`);
    found("MSFT_NetRoute", ways(addressed(given.interfacealias, io))).forEach(io.out);
  }),
  "new-netroute": cmdlet("DestinationPrefix InterfaceAlias NextHop PolicyStore", (given, io) => {
    if (!io.host.world.addresses().some(one => same(one.InterfaceAlias, given.interfacealias))) throw new Failure("Element not found.");
    if ((state(io).routes ?? []).some(one => one.DestinationPrefix === given.destinationprefix && one.NextHop === given.nexthop)) {
      throw new Failure("Instance MSFT_NetRoute already exists");
    }
    const route = { DestinationPrefix: given.destinationprefix, NextHop: given.nexthop, InterfaceAlias: given.interfacealias };
    change(io, it => { it.routes = [...it.routes ?? [], route]; });
    io.out(route);
  }),
  "set-netipinterface": cmdlet("InterfaceAlias AddressFamily Forwarding", (given, io) => {
    if (!io.host.world.addresses().some(one => same(one.InterfaceAlias, given.interfacealias))) throw new Failure("No MSFT_NetIPInterface objects found.");
    change(io, it => { it.forwarding = { ...it.forwarding, [given.interfacealias]: given.forwarding }; });
  }),
  "get-dnsclientserveraddress": cmdlet("InterfaceAlias AddressFamily", (given, io) => {
    found("MSFT_DNSClientServerAddress", addressed(given.interfacealias, io))
      .forEach(one => io.out({ ServerAddresses: one.dns }));
  }),
  "set-dnsclientserveraddress": cmdlet("InterfaceAlias ServerAddresses ResetServerAddresses!", (given, io) => {
    found("MSFT_DNSClientServerAddress", addressed(given.interfacealias, io));
    if (Boolean(given.resetserveraddresses) === (given.serveraddresses !== undefined)) throw new Failure("Parameter set cannot be resolved.");
    change(io, it => it.adapters.filter(one => same(one.name, given.interfacealias) || same(`vEthernet (${one.name})`, given.interfacealias))
      .forEach(one => { one.dns = list(given.serveraddresses ?? []); }));
  }),
  "set-dnsclientglobalsetting": cmdlet("SuffixSearchList", (given, io) =>
    change(io, it => { it.suffixes = list(given.suffixsearchlist); })),
  "get-netconnectionprofile": cmdlet("InterfaceAlias", (given, io) => {
    const seen = addressed(given.interfacealias, io).filter(one => !io.host.world.bridged(one));
    found("MSFT_NetConnectionProfile", seen)
      .forEach(one => io.out({ Name: one.identifyingUntil > io.host.now() ? "Identifying..." : one.name, ifIndex: one.ifIndex, NetworkCategory: one.profile }));
  }),
  // Windows refuses while it is still identifying a network, as it is for seconds after its address has changed.
  "set-netconnectionprofile": cmdlet("InputObject NetworkCategory", (given, io) => objects(given, io).forEach(each =>
    change(io, it => {
      const adapter = it.adapters.find(one => one.ifIndex === each.ifIndex);
      if (adapter.identifyingUntil > io.host.now()) {
        throw new Failure("Unable to set NetworkCategory due to one of the following possible reasons: the Network Name is 'Identifying...'");
      }
      adapter.profile = given.networkcategory;
    }))),
  "get-netfirewallrule": cmdlet("Name", (given, io) =>
    found(`MSFT_NetFirewallRule ${given.name}`, matching(given.name, state(io).firewall, "Name")).forEach(io.out)),
  "new-netfirewallrule": cmdlet("Name DisplayName Direction Action Protocol LocalPort IcmpType Profile", (given, io) => {
    if (state(io).firewall.some(one => same(one.Name, given.name))) throw new Failure(`Cannot create a file when that file already exists (${given.name}).`);
    const rule = { Name: given.name, Direction: given.direction, Action: given.action, Protocol: given.protocol,
      Port: given.localport ?? null, Icmp: given.icmptype ?? null, Profile: given.profile };
    change(io, it => { it.firewall.push(rule); });
    io.out(rule);
  }),
  "remove-netfirewallrule": cmdlet("InputObject", (given, io) => objects(given, io).forEach(each =>
    change(io, it => { it.firewall = it.firewall.filter(one => one.Name !== each.Name); }))),
};

/** Routes by an adapter, and what it forwards, go with it. */
const withoutAdapters = it => { if (it.hns.endpoints.length === 0 && it.forwarding) Object.assign(it, { routes: [], forwarding: {} }); };

/** As Windows' own module answers: where there is nothing, one $null comes by the pipe (kubernetes/kubernetes#85704). */
const answers = (things, io) => things.length === 0 ? io.out([null]) : things.forEach(io.out);
/** What came by the pipe to a parameter that takes no $null. */
const bound = (given, io) => objects(given, io).map(each => {
  if (each === null) throw new Failure("Cannot bind argument to parameter 'InputObject' because it is null.");
  return each;
});

/** There with the feature Containers only, and not where its module is damaged. */
const hns = (name, takes, run) => cmdlet(takes, (given, io) => {
  if (!io.host.world.hasContainers() || state(io).faults.module) {
    throw new Failure(`The term '${name}' is not recognized as the name of a cmdlet, function, script file, or operable program.`);
  }
  return run(given, io);
});
const HNS = {
  "get-hnsnetwork": hns("Get-HnsNetwork", "", (given, io) => answers(state(io).hns.networks, io)),
  "remove-hnsnetwork": hns("Remove-HnsNetwork", "InputObject", (given, io) => bound(given, io).forEach(each => {
    change(io, it => {
      it.hns.networks = it.hns.networks.filter(one => one.ID !== each.ID);
      it.hns.endpoints = it.hns.endpoints.filter(one => one.VirtualNetwork !== each.ID);
      withoutAdapters(it);
    });
    // Its switch lets go of the adapter, which breaks connections as much as taking it does.
    io.host.machine.switched?.();
  })),
  "get-hnsendpoint": hns("Get-HnsEndpoint", "", (given, io) => answers(state(io).hns.endpoints, io)),
  "remove-hnsendpoint": hns("Remove-HnsEndpoint", "InputObject", (given, io) => bound(given, io).forEach(each =>
    change(io, it => { it.hns.endpoints = it.hns.endpoints.filter(one => one.ID !== each.ID); withoutAdapters(it); }))),
  "get-hnspolicylist": hns("Get-HnsPolicyList", "", (given, io) => answers(state(io).hns.policies, io)),
  "remove-hnspolicylist": hns("Remove-HnsPolicyList", "InputObject", (given, io) => bound(given, io).forEach(each =>
    change(io, it => { it.hns.policies = it.hns.policies.filter(one => one.ID !== each.ID); }))),
};

/** Of modules that Windows loads when they are first needed. */
const modules = all => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, { ...one, module: true }]));

export const cmdlets = { ...LANGUAGE, ...FILES, ...SERVICES, ...modules({ ...SYSTEM, ...NETWORK, ...HNS }) };
