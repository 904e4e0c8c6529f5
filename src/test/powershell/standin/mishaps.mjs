// What may go wrong on a Windows machine, at which script it must show, what that script must say, and the finding that the
// product must name first (data/diagnose/failures).

import { imageArchive } from "./archive.mjs";

/** Sets something in the world before a course begins. */
const world = change => course => course.machine.world.change(change);

/** flanneld makes overlays, our own script all others. */
const networkRefused = ({ vxlan }) => vxlan ? "flannel-network-not-made" : "hns-request-refused";

/**
 * What a world may have that is wrong for good, or for a while: in its state's faults, and the finding where it shows.
 * @type {Object<string, {value: *, finding: function(facts): string}>}
 */
export const FAULTS = {
  feature: { value: true, finding: () => "windows-feature-not-installed" },
  source: { value: true, finding: () => "windows-feature-source-missing" },
  rollback: { value: true, finding: () => "windows-feature-not-committed" },
  module: { value: true, finding: () => "hns-cmdlets-missing" },
  start: { value: "containerd", finding: () => "windows-service-start-failed" },
  pull: { value: "refused", finding: () => "image-registry-unreachable" },
  stuck: { value: true, finding: () => "windows-image-pull-slow" },
  api: { value: true, finding: () => "join-no-way-to-api" },
  hns: { value: true, finding: networkRefused },
  type: { value: "ICS", finding: () => "hns-network-wrong-type" },
  management: { value: "10.0.2.15", finding: () => "hns-network-wrong-adapter" },
  adapter: { value: true, finding: () => "hns-network-wrong-adapter" },
  attach: { value: true, finding: ({ bridged }) => bridged ? "hns-request-refused" : "flannel-bridge-not-attached" },
  subnet: { value: true, finding: () => "windows-pod-network-unfinished" },
  proxy: { value: true, finding: () => "proxy-kernel-not-compatible" },
};

export const mishaps = [
  { name: "Windows Update does not answer", finding: "openssh-not-downloaded", winrm: true, script: "key.ps1", says: /key failed at line \d+: Add-WindowsCapability failed. Error code = 0x8024402c/,
    before: world(state => { state.faults.capability = "unreachable"; }), after: course => !course.files.exists("C:\\ProgramData\\ssh") },
  { name: "Windows knows no OpenSSH", finding: "windows-box-without-openssh", winrm: true, script: "key.ps1", says: /key failed: this Windows offers no OpenSSH server/,
    before: world(state => { state.faults.capability = "unknown"; }) },
  { name: "the adapter has another hardware address", finding: "windows-adapter-missing", script: "prepare.ps1", says: /prepare failed: no adapter has the hardware address/,
    before: world(state => { state.adapters[0].mac = "00-15-5D-00-00-99"; }), andSays: /^00-15-5D-00-00-99 Ethernet$/ },
  { name: "the feature cannot be installed", finding: "windows-feature-not-installed", script: "features.ps1", says: /features failed: the feature Containers was not installed/,
    before: world(state => { state.faults.feature = true; }) },
  { name: "Windows has not the feature's files", finding: "windows-feature-source-missing", script: "features.ps1", says: /features failed at line \d+: .*The source files could not be found/,
    before: world(state => { state.faults.source = true; }) },
  { name: "servicing never ends", finding: "windows-feature-not-committed", script: "rebooted.ps1", says: /rebooted failed: after 3 reboots the feature Containers is not installed yet$/,
    before: world(state => { state.servicing = 9; }) },
  { name: "servicing takes the feature back", finding: "windows-feature-not-committed", script: "rebooted.ps1", says: /rebooted failed: Windows has not kept the feature Containers: after the reboot it is Available/,
    before: course => {
      course.machine.world.change(state => { state.faults.rollback = true; });
      course.files.makeFolder("C:\\hybridlab\\done");
      course.files.write("C:\\hybridlab\\done\\features.ps1", "done");
    }, after: course => ["done\\features.ps1", "reboot-wanted"].every(each => !course.files.exists(`C:\\hybridlab\\${each}`)) },
  { name: "PowerShell knows no HNS", finding: "hns-cmdlets-missing", script: "rebooted.ps1", says: /rebooted failed: .* does not know Get-HnsNetwork/,
    before: world(state => { state.faults.module = true; }) },
  { name: "containerd does not start", finding: "windows-service-start-failed", script: "containerd.ps1", says: /containerd failed at line \d+: Failed to start service 'containerd'/,
    before: world(state => { state.faults.start = "containerd"; }) },
  { name: "a program is missing", finding: "windows-program-missing", script: "containerd.ps1", says: /containerd failed: C:\\hybridlab\\bundle\\ctr.exe is not there/,
    before: course => course.files.remove("C:\\hybridlab\\bundle\\ctr.exe") },
  { name: "the registry refuses", finding: "image-registry-unreachable", script: "images.ps1", says: /images failed: pulling \S+ ended with 1/,
    before: world(state => { state.faults.pull = "refused"; }) },
  { name: "an archive of the host is not whole", finding: "windows-image-archive-damaged", script: "images.ps1", says: /images failed: importing half.tar ended with 1/,
    before: course => {
      course.files.makeFolder("C:\\hybridlab\\images");
      course.files.write("C:\\hybridlab\\images\\half.tar", imageArchive("registry.example/half:1").subarray(0, 1024));
    }, after: course => course.machine.world.state.pulled.length === 0 },
  { name: "a pull takes for ever", finding: "windows-image-pull-slow", script: "images.ps1", says: /images failed: pulling \S+ took more than 30 minutes/,
    before: world(state => { state.faults.stuck = true; }), after: course => !course.machine.world.state.pulling },
  { name: "the join does not reach the API server", finding: "join-no-way-to-api", script: "join.ps1", says: /join failed: C:\\k\\kubeadm.exe ended with 1/,
    before: world(state => { state.faults.api = true; }) },
  { name: "the HNS network never appears", services: true, finding: networkRefused, script: "hns.ps1", says: /hns failed: waited 600 s, but the HNS network \S+ has not appeared/,
    before: world(state => { state.faults.hns = true; }), log: /(hcnCreateNetwork failed in Win32|HNS refuses \/networks .*The parameter is incorrect)[^]*\1/ },
  { name: "the HNS network is of another kind", finding: "hns-network-wrong-type", script: "hns.ps1", says: /hns failed: the HNS network \S+ is of the type ICS/,
    before: world(state => { state.faults.type = "ICS"; }) },
  { name: "the pod network is on another adapter", flannel: true, finding: "hns-network-wrong-adapter", script: "hns.ps1", says: /hns failed: the HNS network \S+ is on the adapter with 10\.0\.2\.15, not on the one with 192\.168/,
    before: world(state => { state.faults.management = "10.0.2.15"; }) },
  { name: "the HNS network is on another adapter", bridged: true, finding: "hns-network-wrong-adapter", script: "hns.ps1", says: /hns failed: the HNS network l2bridge is on the adapter with 10\.0\.2\.15/,
    before: world(state => { state.faults.management = "10.0.2.15"; }), after: course => course.machine.process().sleep(60).then(() => true), log: /the HNS network l2bridge is not on the adapter with 192\.168/ },
  { name: "the HNS network has the right address, and another adapter", finding: "hns-network-wrong-adapter", script: "hns.ps1",
    says: /hns failed: the HNS network \S+ is on the adapter called Ethernet 7, not on the one called lab$/, before: world(state => {
      Object.assign(state, { namesNoAdapter: false, faults: { adapter: true } });
      state.adapters.push({ ...state.adapters[0], name: "Ethernet 7", mac: "52-54-00-00-00-77", ifIndex: 3, address: "10.9.9.9", gateway: null });
    }) },
  { name: "the machine gets no place in its pods' network", bridged: true, finding: "hns-request-refused", script: "hns.ps1", says: /hns failed: waited 60 s, but the CNI settings have not appeared/,
    before: world(state => { state.faults.attach = true; }), log: /HNS refuses \/endpoints\/endpoint-cbr0\/attach/ },
  { name: "flannel gets no part of the pod network", flannel: true, finding: "windows-pod-network-unfinished", script: "hns.ps1", says: /hns failed: waited 60 s, but the CNI settings have not appeared/,
    before: world(state => { state.faults.subnet = true; }) },
  { name: "kube-proxy ends at once", services: true, finding: "proxy-kernel-not-compatible", script: "hns.ps1", says: /hns failed: the service kube-proxy is Stopped; see C:\\var\\log/,
    before: world(state => { state.faults.proxy = true; }) },
];
