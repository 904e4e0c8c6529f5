// What the course has to know of a machine, read from its files.
export function facts(files, oneAdapter) {
  const value = name => files["prepare.ps1"].match(new RegExp(`^\\$${name} = '(.*)'`, "m"))[1];
  const first = pattern => files["prepare.ps1"].match(pattern)?.[1];
  const vxlan = files["cni-conf.json"].includes("win-overlay");
  // A cluster of somebody else's may give nodes less than a /24. Other modes have theirs in the files already.
  const share = vxlan && oneAdapter ? "10.244.1.128/25" : "10.244.1.0/24";
  return { mac: value("mac"), share, vxlan, address: value("address"), computerName: value("computer"), oneAdapter,
    neighbours: [...files["prepare.ps1"].matchAll(/^ {4}'(\d[^']*)'/gm)].map(one => one[1]),
    noProxy: [...files["prepare.ps1"].matchAll(/^\$direct = (?:\$direct \+ '([^']*)' \+ )?'([^']*)'/gm)].map(one => (one[1] ?? "") + one[2]).join(""),
    bridged: "start-pod-network.ps1" in files,
    timeZone: first(/^Set-TimeZone -Id '(.*)'/m), timeServers: files["prepare.ps1"].includes("'/resync'"),
    dns: (first(/^Set-DnsClientServerAddress .*@\((.*)\)$/m) ?? "").split(", ").filter(Boolean).map(one => one.slice(1, -1)),
    winrm: files["key.ps1"].includes("Add-WindowsCapability"),
    pods: !files["overlay.ps1"].includes("Set-ProgramService -Name 'kube-proxy'") };
}
